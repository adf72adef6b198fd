/** Asks the sandbox for JSON: GET without a body, POST with one. Throws the sandbox's own sentence. */
export async function call(path, body) {
  const request = body && {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)};
  const answer = await fetch(path, request);
  const text = await answer.text();
  const json = jsonOf(text);
  if (!answer.ok) throw new Error(json?.error ?? `The sandbox answered ${answer.status}: ${text.slice(0, 300)}`);
  return json;
}

function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
