// What no database column takes is refused at the door: a zero character, half a character.
import type {RequestHandler} from 'express';
import {Refusal} from './refusal.ts';

export const refuseUnstorableText: RequestHandler = (req, _res, next) => {
  if (/%00/.test(req.url) || !isStorable(req.body)) {
    throw new Refusal(422, 'unreadable_text', 'The text holds characters that cannot be stored. Type it anew.');
  }
  next();
};

/** Without recursion: how deep the input is, the sender decides. */
function isStorable(input: unknown): boolean {
  const waiting: unknown[] = [input];
  for (let value = waiting.pop(); value !== undefined || waiting.length > 0; value = waiting.pop()) {
    if (typeof value === 'string' && !isPlain(value)) return false;
    if (typeof value !== 'object' || value === null) continue;
    const entries = Object.entries(value);
    if (!entries.every(([key]) => isPlain(key))) return false;
    for (const [, entry] of entries) waiting.push(entry);
  }
  return true;
}

const isPlain = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
