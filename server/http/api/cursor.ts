// Where a page ends, as opaque text that the client sends back.
import {z} from 'zod';
import {isPlain} from '../plain-text.ts';
import {Refusal} from '../refusal.ts';

export const writeCursor = (parts: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

/** Refuses what was not written by `writeCursor` with these parts; null where none was given. */
export function readCursor<T extends z.ZodType>(parts: T, cursor: string | undefined): z.output<T> | null {
  if (cursor === undefined) return null;
  const parsed = parts.safeParse(readJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!parsed.success)
    throw new Refusal(422, 'invalid_input', 'This page does not exist. Start from the first.', 'cursor');
  return parsed.data;
}

/** Text that can be looked for in the database. */
export const CursorText = z.string().refine(isPlain);

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
