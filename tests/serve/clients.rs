//! What clients of other interfaces get: OpenAI, MCP.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::running::{JSON, Running, town};
use crate::support::ingesting::program;

const QUESTION: &str = "What is the fee for a burn permit in Alder?";

#[test]
fn a_chat_gets_the_answer_with_its_citations() {
    let server = Running::new();
    let messages =
        json!([{ "role": "system", "content": "Be brief." }, { "role": "user", "content": QUESTION }]);
    let body = json!({ "model": "twolane", "messages": messages, "temperature": 0.2 });
    let chat = server.post("/v1/chat/completions", &body).json();
    let message = &chat["choices"][0]["message"];
    let content = message["content"].as_str().unwrap();
    assert!(content.contains("$15") && content.contains("Sources:"), "{content}");
    let citation = &message["annotations"][0]["url_citation"];
    let url = citation["url"].as_str().unwrap();
    assert!(url.starts_with(&format!("http://{}/#/source/", server.address)), "{url}");
    let place = |name: &str| usize::try_from(citation[name].as_u64().unwrap()).unwrap();
    let (start, end) = (place("start_index"), place("end_index"));
    let quoted: String = content.chars().skip(start).take(end - start).collect();
    let support = &chat["twolane"]["evidence"]["facts"][0]["support"][0];
    assert_eq!(quoted, support["quote"].as_str().unwrap());

    let mut streamed = body.clone();
    streamed["stream"] = json!(true);
    let reply = server.post("/v1/chat/completions", &streamed);
    let text: String = reply
        .events()
        .iter()
        .filter_map(|(_, e)| e["choices"][0]["delta"]["content"].as_str().map(str::to_owned))
        .collect();
    assert_eq!(text, content);
    assert!(reply.text().trim_end().ends_with("data: [DONE]"), "{}", reply.text());
    assert_eq!(server.get("/v1/models").json()["data"][0]["id"], "twolane");
}

#[test]
fn a_chat_is_asked_back_and_answers() {
    let server = Running::new();
    let user = |text: &str| json!({ "role": "user", "content": [{ "type": "text", "text": text }] });
    let ask = |messages: Value| server.post("/v1/chat/completions", &json!({ "messages": messages })).json();
    let first = ask(json!([user("How big is my unit?")]));
    let back = first["choices"][0]["message"]["content"].as_str().unwrap().to_owned();
    assert!(back.starts_with("Please answer this first:"), "{back}");
    let next =
        ask(json!([user("How big is my unit?"), { "role": "assistant", "content": back }, user("4B")]));
    assert!(next["choices"][0]["message"]["content"].as_str().unwrap().contains("1,140"), "{next}");
}

fn rpc(id: u32, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

fn hello() -> Value {
    rpc(
        0,
        "initialize",
        json!({
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" },
        }),
    )
}

#[test]
fn mcp_over_http_has_the_tools() {
    let server = Running::new();
    let call = |body: Value| {
        let headers =
            [JSON, ("Accept", "application/json, text/event-stream"), ("MCP-Protocol-Version", "2025-06-18")];
        let reply = server.send("POST", "/mcp", &headers, body.to_string().as_bytes());
        assert_eq!(reply.status, 200, "{}", reply.text());
        let events = reply.events();
        events.into_iter().next().map_or_else(|| reply.json(), |(_, event)| event)
    };
    assert_eq!(call(hello())["result"]["serverInfo"]["name"], "twolane");
    check_tools(call);
    // What no guard lets in reaches no tool.
    let elsewhere = server.send(
        "POST",
        "/mcp",
        &[JSON, ("Origin", "http://evil.example")],
        hello().to_string().as_bytes(),
    );
    elsewhere.is_problem(403);
}

#[test]
fn mcp_over_standard_input_has_the_same() {
    let town = town();
    let mut child = Command::new(program())
        .env("HOME", town.home.path())
        .args(["--offline", "--archive", town.archive().to_str().unwrap(), "mcp", "--quiet"])
        .current_dir(town.home.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut call = |body: Value| {
        writeln!(input, "{body}").unwrap();
        if body.get("id").is_none() {
            return Value::Null;
        }
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line:?}"))
    };
    assert_eq!(call(hello())["result"]["serverInfo"]["name"], "twolane");
    call(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    check_tools(&mut call);
    drop(input);
    assert!(child.wait().unwrap().success());
}

fn check_tools(mut call: impl FnMut(Value) -> Value) {
    let listed = call(rpc(1, "tools/list", json!({})));
    let names: Vec<&str> =
        listed["result"]["tools"].as_array().unwrap().iter().filter_map(|t| t["name"].as_str()).collect();
    assert_eq!(names, ["ask", "search", "quote_fetch", "search_source", "section_show", "list_sources"]);
    let mut tool = |name: &str, arguments: Value| {
        call(rpc(2, "tools/call", json!({ "name": name, "arguments": arguments })))["result"].clone()
    };
    let asked = tool("ask", json!({ "question": QUESTION }));
    let support = asked["structuredContent"]["evidence"]["facts"][0]["support"][0].clone();
    assert!(support["quote"].as_str().unwrap().contains("$15"), "{asked}");
    let (source, locator) = (&support["source_id"], &support["locator"]);
    let quote = tool("quote_fetch", json!({ "source": source, "locator": locator }));
    assert_eq!(quote["structuredContent"]["quote"], support["quote"]);
    let lines = tool("search_source", json!({ "source": source, "pattern": "TREE cutting" }));
    assert!(lines["structuredContent"]["lines"][0]["text"].as_str().unwrap().contains("$40"), "{lines}");
    assert!(
        !tool("search", json!({ "query": "burn permit", "k": 2 }))["structuredContent"]["hits"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    assert!(!tool("list_sources", json!({}))["structuredContent"]["sources"].as_array().unwrap().is_empty());
    // Errors are for the client's model to read.
    for (name, arguments) in [
        ("section_show", json!({ "citation": "RSA 31-B:3" })),
        ("ask", json!({ "question": "" })),
        ("ask", json!({ "quesiton": "x" })),
        ("nothing", json!({})),
    ] {
        assert_eq!(tool(name, arguments)["isError"], true, "{name}");
    }
    let resources = call(rpc(3, "resources/list", json!({})))["result"]["resources"].clone();
    let uri =
        resources.as_array().unwrap().iter().filter_map(|r| r["uri"].as_str()).next().unwrap().to_owned();
    let page = call(rpc(4, "resources/read", json!({ "uri": uri })));
    assert!(page["result"]["contents"][0]["text"].as_str().unwrap().starts_with("L1  "), "{page}");
    let missing = call(rpc(5, "resources/read", json!({ "uri": "twolane://source/../page/1" })));
    assert!(missing["error"]["message"].is_string(), "{missing}");
}
