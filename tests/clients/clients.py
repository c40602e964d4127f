"""`openai`, `mcp` and `llm` against a server over the sample papers: `clients.py BASE PROGRAM`, see `run`."""

import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import mcp
import openai
from mcp.client.stdio import stdio_client

QUESTION = "What does a dog license cost in Aldersfield?"
PRICE = "$10.00"


def openai_client(base):
    client = openai.OpenAI(base_url=base + "/v1", api_key="none", max_retries=0)
    models = [model.id for model in client.models.list()]
    assert models[0] == "twolane", models
    messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": QUESTION}]
    whole = client.chat.completions.create(model="twolane", messages=messages)
    message = whole.choices[0].message
    assert PRICE in message.content and "Sources:" in message.content, message
    cited = message.annotations[0].url_citation
    assert message.content[cited.start_index : cited.end_index], cited
    pieces = client.chat.completions.create(model="twolane", messages=messages, stream=True)
    streamed = "".join(piece.choices[0].delta.content or "" for piece in pieces)
    assert streamed == message.content
    try:
        client.chat.completions.create(model="twolane", messages=[])
        raise AssertionError("an empty chat was answered")
    except openai.UnprocessableEntityError:
        pass
    if len(models) > 1:
        for form in ("float", "base64"):
            made = client.embeddings.create(model=models[1], input=["a dog", "a road"], encoding_format=form)
            assert len(made.data) == 2, made
        default = client.embeddings.create(model=models[1], input="a dog")
        assert abs(sum(x * x for x in default.data[0].embedding) - 1) < 1e-3
    print("ok openai: models, chat, streamed chat, errors", "and embeddings" if len(models) > 1 else "(no model here)")


async def mcp_client(name, server):
    async with mcp.Client(server) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert tools == {"ask", "search", "quote_fetch", "search_source", "section_show", "list_sources"}, tools
        asked = await client.call_tool("ask", {"question": QUESTION})
        assert not asked.is_error and PRICE in str(asked.structured_content), asked
        support = asked.structured_content["evidence"]["facts"][0]["support"][0]
        quote = await client.call_tool("quote_fetch", {"source": support["source_id"], "locator": support["locator"]})
        assert quote.structured_content["quote"] == support["quote"], quote
        wrong = await client.call_tool("quote_fetch", {"source": "none", "locator": "L1"})
        assert wrong.is_error, wrong
        resources = (await client.list_resources()).resources
        page = await client.read_resource(resources[0].uri)
        assert page.contents[0].text, page
    print(f"ok mcp over {name}: {len(tools)} tools, {len(resources)} resources")


def llm_command(base):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "extra-openai-models.yaml").write_text(
            f"- model_id: papers\n  model_name: twolane\n  api_base: {base}/v1\n"
        )
        environment = {**os.environ, "LLM_USER_PATH": folder, "OPENAI_API_KEY": "none"}
        program = str(Path(sys.executable).with_name("llm"))
        for more in ([], ["--no-stream"]):
            said = subprocess.run(
                [program, "prompt", "-m", "papers", "--no-log", *more, QUESTION],
                env=environment, capture_output=True, text=True, timeout=120, check=False, input="",
            )
            assert said.returncode == 0 and PRICE in said.stdout, said
    print("ok llm: streamed and not")


def main():
    base, program = sys.argv[1:3]
    openai_client(base)
    asyncio.run(mcp_client("http", base + "/mcp"))
    # The archive is named by the environment, as a client's configuration may do it.
    archive = {name: os.environ[name] for name in ("TWOLANE_ARCHIVE", "TWOLANE_MODELS") if name in os.environ}
    command = mcp.StdioServerParameters(command=program, args=["--offline", "--quiet", "mcp"], env=archive)
    asyncio.run(mcp_client("standard input", stdio_client(command)))
    llm_command(base)


if __name__ == "__main__":
    main()
