import type {IncomingMessage} from 'node:http';
import type {Api} from './keys.ts';

/** One request to one of the two APIs, read whole. */
export type Call = {
  api: Api;
  method: string;
  /** The operation: the query parameter `a`, empty when it is missing. */
  a: string;
  params: URLSearchParams;
  headers: Readonly<Record<string, unknown>>;
  /** undefined where it was longer than LONGEST_BODY. */
  body: string | undefined;
};

export const LONGEST_BODY = 65_536;

/** Reads at most LONGEST_BODY bytes and throws the rest away; `undefined` when there was more. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size <= LONGEST_BODY) chunks.push(bytes);
  }
  return size > LONGEST_BODY ? undefined : Buffer.concat(chunks).toString('utf8');
}

/** The JSON of a body, undefined where it is none. */
export function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
