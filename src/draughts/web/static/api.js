// Asking the server. It answers and forgets: each question brings its game along.

export class Refused extends Error {
  constructor({ code, message }) {
    super(message);
    this.code = code;
  }
}

/** No answer came: the server or the network is away. */
export class Away extends Error {}

async function answered(request) {
  let response;
  try {
    response = await request;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Away(error.message);
  }
  if (!response.ok) {
    const told = await response.json().catch(() => ({}));
    throw told.error ? new Refused(told.error) : new Away(`status ${response.status}`);
  }
  return response;
}

const posted = (name, body, signal) => answered(fetch(`api/${name}`, {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal,
}));

export const get = async (name) => (await answered(fetch(`api/${name}`))).json();

export const ask = async (name, body, signal) => (await posted(name, body, signal)).json();

/** Ask again until there is an answer; `waiting` is told whether the connection is lost. */
export async function insist(name, body, { signal, waiting = () => {} } = {}) {
  for (let pause = 500; ; pause = Math.min(pause * 1.6, 8000)) {
    try {
      const answer = await ask(name, body, signal);
      waiting(false);
      return answer;
    } catch (error) {
      if (!(error instanceof Away)) throw error;
      waiting(true);
      await new Promise((resolve) => { setTimeout(resolve, pause); });
    }
  }
}

/** An answer that comes line by line. */
export async function* lines(name, body, signal) {
  const reader = (await posted(name, body, signal)).body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += value ? decoder.decode(value, { stream: true }) : "";
    const parts = rest.split("\n");
    rest = parts.pop();
    for (const part of parts) if (part) yield JSON.parse(part);
    if (done) return;
  }
}
