// Refuses text that no text column can store: a zero character or a lone surrogate in the body, or a zero character in the query.
import type {RequestHandler} from 'express';
import {Refusal} from './refusal.ts';

/** Middleware that answers 422 to text that no text column can store, and names the field. */
export const refuseUnstorableText: RequestHandler = (req, _res, next) => {
  const field = queryOf(req.url).includes('%00') ? '' : findUnstorable(req.body);
  if (field !== null) {
    const message = 'This holds characters that cannot be stored. Type it again.';
    throw new Refusal(422, 'invalid_input', message, field || undefined);
  }
  next();
};

/** The query of an address, from its question mark on; empty: it has none. */
function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at);
}

/**
 * Path of one field with unstorable text, in the form that error answers use; null if there is none. Not recursive, because the sender
 * decides the depth of the input.
 */
function findUnstorable(input: unknown): string | null {
  const waiting: {readonly value: unknown; readonly path: readonly string[]}[] = [{value: input, path: []}];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const {value, path} = next;
    if (typeof value === 'string' && !isStorableText(value)) return path.join('.');
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, entry] of Object.entries(value)) {
      if (!isStorableText(key)) return path.join('.');
      waiting.push({value: entry, path: path.length < mostPathParts ? [...path, key] : path});
    }
  }
  return null;
}

/** A reported path has at most this many parts, more than any valid input has; deeper text is reported by its container. */
const mostPathParts = 8;

/** Whether a text column of the database can store the text. */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
