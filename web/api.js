// Requests to this server and no other.

const KEY = "twolane-token", SETUP = "twolane-setup";

/** The beginning of this archive's addresses where a server has several; empty for the only one. */
export const base = /^\/archives\/[a-z0-9-]+(?=\/|$)/.exec(location.pathname)?.[0] ?? "";

/** An address in this archive. The list of archives is outside of them, and what the server names is whole. */
const within = (path) => (/^\/archives(\/|$)/.test(path) ? path : base + path);

let need = () => Promise.reject(new Error("a token is required"));

/** Sets who asks the person for a token. */
export function onTokenNeeded(ask) { need = ask; }

/** Whether this tab has a token. */
export const isSignedIn = () => sessionStorage.getItem(KEY) !== null;

/** Whether the server takes a request with this token; without a token, whether it lets the public in. */
export async function isLetIn(token = null) {
  // A header has no other characters.
  if (token && !/^[\x21-\x7e]+$/.test(token)) return false;
  // The list of archives has no conditions.
  const response = await request(document.getElementById("archives") ? "/archives" : "/filters", { headers: token ? { Authorization: `Bearer ${token}` } : {} });
  if (response.status === 401) return false;
  if (!response.ok) throw await problemOf(response);
  return true;
}

/** Keeps a token that the server knows; returns false for another. */
export async function signIn(token) {
  const known = await isLetIn(token);
  if (known) sessionStorage.setItem(KEY, token);
  return known;
}

export function forgetToken() { sessionStorage.removeItem(KEY); }

/** Forgets the token, the conversation and all else that the tab keeps. */
export function signOut() { sessionStorage.clear(); }

/** Whether the program opened this page, which may then set it up. */
export const maySetUp = () => sessionStorage.getItem(SETUP) !== null;

/** Takes the key in the page's address, which works once, for the one of this tab. */
export async function beginSetup(key) {
  sessionStorage.setItem(SETUP, (await post("/setup/begin", { key })).key);
}

function head(more) {
  const token = sessionStorage.getItem(KEY);
  const setup = sessionStorage.getItem(SETUP);
  return { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...(setup ? { "X-Twolane-Setup": setup } : {}), ...more };
}

async function request(path, options) {
  try {
    return await fetch(within(path), { ...options, credentials: "omit", redirect: "error" });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw { detail: "The server can't be reached.", next: "check that it is still running" };
  }
}

async function problemOf(response) {
  let problem;
  try { problem = await response.json(); } catch { problem = { detail: `The server answered ${response.status}.` }; }
  problem.status = response.status;
  // Nothing was begun.
  problem.early = response.status === 429 || response.status === 503;
  return problem;
}

async function send(path, options = {}, again = true) {
  const token = sessionStorage.getItem(KEY);
  const response = await request(path, { ...options, headers: head(options.headers) });
  if (response.status === 401 && again) {
    // Another request may have asked for the token meanwhile.
    if (token === sessionStorage.getItem(KEY)) await need(token !== null);
    return send(path, options, false);
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

export const get = async (path, query) => {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  const tail = given.length ? `?${new URLSearchParams(given)}` : "";
  return (await send(path + tail)).json();
};

const json = (method) => async (path, body) =>
  (await send(path, { method, body: typeof body === "string" ? body : JSON.stringify(body), headers: { "Content-Type": "application/json" } })).json();

export const post = json("POST");
export const patch = json("PATCH");
export const remove = async (path, body) => (await send(path, {
  method: "DELETE", ...(body ? { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } } : {}),
})).json();
/** What the server makes of an answer: a document. */
export const file = async (path, body) =>
  (await send(path, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } })).blob();
export const picture = async (path) => URL.createObjectURL(await (await send(path)).blob());

/** Asks, and hands on each event as it comes. */
export async function stream(path, body, on, signal, method = "POST") {
  return events(await send(path, {
    method, body: JSON.stringify(body), signal,
    headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
  }), on);
}

/** Sends a file under a name, and hands on each event as it comes. */
export async function upload(file, name, given, on) {
  return events(await send(`/uploads?${new URLSearchParams({ ...given, name })}`, {
    method: "POST", body: file,
    headers: { "Content-Type": "application/octet-stream", Accept: "text/event-stream" },
  }), on);
}

/** How often what a busy server turns away is sent again. */
const TRIES = 5;

/** Does a thing, and again when a busy server says when: there it keeps its place in the line. */
export async function patiently(work, onWait, signal) {
  for (let tries = 0; ; tries++) {
    try { return await work(); } catch (error) {
      if (!error.early || !error.retry_after || tries >= TRIES) throw error;
      onWait(error.retry_after);
      await new Promise((done, stopped) => {
        const timer = setTimeout(done, error.retry_after * 1000);
        signal?.addEventListener("abort", () => { clearTimeout(timer); stopped(signal.reason); }, { once: true });
      });
    }
  }
}

async function events(response, on) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "", whole = false;
  for (;;) {
    const { value, done } = await reader.read();
    if (done && whole) return;
    if (done) throw { detail: "The answer was cut off.", next: "ask again" };
    rest += value;
    const events = rest.split("\n\n");
    rest = events.pop();
    for (const event of events) {
      let name = "message", data = "";
      for (const line of event.split("\n")) {
        if (line.startsWith("event:")) name = line.slice(6).trim();
        else if (line.startsWith("data:")) data += line.slice(5).trimStart();
      }
      whole ||= name === "done" || name === "error";
      if (data) on(name, JSON.parse(data));
    }
  }
}
