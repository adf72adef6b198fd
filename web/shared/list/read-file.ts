// Reads the file of a list as text: of tracking numbers, or of own prices.
import {mostCharacters} from '#domain/list-lines.ts';

/** A list to check, and the name of the file it comes from; null: it was pasted. */
export type GivenList = {readonly text: string; readonly file: string | null};

/**
 * The text of the file. Spreadsheets write UTF-8, or UTF-16 with a byte order mark as "Unicode text"; what is neither keeps a mark at each
 * lost character, by which its lines are refused. Throws `FileTooLarge`.
 */
export async function readFile(file: File): Promise<GivenList> {
  // Not read at all: a film would fill the memory of the page. A character has four bytes at most.
  if (file.size > 4 * mostCharacters) throw new FileTooLarge();
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return {text: new TextDecoder(encoding).decode(bytes), file: file.name};
}

export class FileTooLarge extends Error {}
