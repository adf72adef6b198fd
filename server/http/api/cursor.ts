// The position of the next page, as opaque text that the client sends back.
import {z} from 'zod';
import {parseJson} from '#domain/json.ts';
import {isStorableText} from '../plain-text.ts';
import {Refusal} from '../refusal.ts';

/** Refuses a cursor that cannot be read. */
export const noSuchPage = 'This page does not exist. Start from the first.';

/** The parts of a position as the opaque text of a cursor. */
export const writeCursor = (parts: readonly (string | number | null)[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

/**
 * Reads the parts of a cursor; null if there is no cursor. Throws a 422 for text that does not decode to such parts. A cursor is not
 * signed.
 */
export function readCursor<T extends z.ZodType>(parts: T, cursor: string | undefined): z.output<T> | null {
  if (cursor === undefined) return null;
  const parsed = parts.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!parsed.success) throw new Refusal(422, 'invalid_input', noSuchPage, 'cursor');
  return parsed.data;
}

/** Text inside a cursor that the database accepts in a query. */
export const CursorText = z.string().refine(isStorableText);
