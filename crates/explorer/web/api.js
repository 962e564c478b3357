// Requests to the server.

export class Fault extends Error {
  constructor({ status, error }) {
    super(error);
    this.status = status;
  }
}

async function send(path, body, signal) {
  let response;
  try {
    response = await fetch(path, body === undefined
      ? { signal }
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Fault({ status: 0, error: "the explorer does not answer: is the program still running?" });
  }
  if (!response.ok) {
    const fault = await response.json().catch(() => ({ status: response.status, error: response.statusText }));
    throw new Fault(fault);
  }
  return response;
}

export const ask = async (path, body, signal) => (await send(path, body, signal)).json();
export const file = async (path, body, signal) => (await send(path, body, signal)).blob();

/** Asks for a stream of events, and hands each on. Ends when the stream does. */
export async function listen(path, body, signal, hear) {
  const response = await send(path, body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop();
    for (const event of events) {
      const data = event.split("\n").filter(line => line.startsWith("data:")).map(line => line.slice(5)).join("\n");
      if (data) hear(JSON.parse(data));
    }
  }
}
