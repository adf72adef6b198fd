// The position of the next page, as opaque text that the client sends back.
import {z} from 'zod';
import {parseJson} from '#domain/json.ts';
import {isPlain} from '../plain-text.ts';
import {Refusal} from '../refusal.ts';

export const writeCursor = (parts: readonly (string | number | null)[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

/** Refuses text that does not decode to these parts; null if there is no cursor. A cursor is not signed. */
export function readCursor<T extends z.ZodType>(parts: T, cursor: string | undefined): z.output<T> | null {
  if (cursor === undefined) return null;
  const parsed = parts.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!parsed.success)
    throw new Refusal(422, 'invalid_input', 'This page does not exist. Start from the first.', 'cursor');
  return parsed.data;
}

/** Text that the database accepts in a query. */
export const CursorText = z.string().refine(isPlain);
