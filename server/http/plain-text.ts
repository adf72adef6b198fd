// Refuses text that no text column can store: a zero character or a lone surrogate in the body, or a zero character in the query.
import type {RequestHandler} from 'express';
import {Refusal} from './refusal.ts';

export const refuseUnstorableText: RequestHandler = (req, _res, next) => {
  const field = queryOf(req.url).includes('%00') ? '' : findUnstorable(req.body);
  if (field !== null) {
    const message = 'This holds characters that cannot be stored. Type it again.';
    throw new Refusal(422, 'invalid_input', message, field || undefined);
  }
  next();
};

function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at);
}

/**
 * Path of a field with unstorable text, as error answers name it; null if there is none. Not recursive, because the sender decides the
 * depth of the input.
 */
function findUnstorable(input: unknown): string | null {
  const waiting: {readonly value: unknown; readonly path: readonly string[]}[] = [{value: input, path: []}];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const {value, path} = next;
    if (typeof value === 'string' && !isPlain(value)) return path.join('.');
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, entry] of Object.entries(value)) {
      if (!isPlain(key)) return path.join('.');
      waiting.push({value: entry, path: path.length < namedDepth ? [...path, key] : path});
    }
  }
  return null;
}

/** Deeper than any input of ours; deeper text is reported by its container at this depth. */
const namedDepth = 8;

/** Whether a text column of the database can store it. */
export const isPlain = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
