// Answers a CSV file as it is read from the database, without holding it whole.
import {once} from 'node:events';
import type {Response} from 'express';
import {type CsvCell, toCsvLine} from '#domain/csv.ts';

/** The first character of the file, because spreadsheets do not read the file as UTF-8 without it. */
const byteOrderMark = '\uFEFF';

/** Sends the lines below their headings, as fast as the client reads them. @param name of the file. */
export async function sendCsvFile(
  res: Response,
  name: string,
  headings: readonly string[],
  batches: AsyncIterable<readonly (readonly CsvCell[])[]>,
): Promise<void> {
  res.set({'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${name}"`});
  await writeToClient(res, `${byteOrderMark}${toCsvLine(headings)}`);
  for await (const lines of batches) {
    if (res.destroyed) break;
    await writeToClient(res, lines.map(toCsvLine).join(''));
  }
  // Also for a client that has disconnected: the end of the answer frees its place for the shop's next file.
  res.end();
}

/** Waits while the client reads slowly, but not for a client that has disconnected. */
async function writeToClient(res: Response, text: string): Promise<void> {
  if (res.write(text) || res.destroyed) return;
  const waiting = new AbortController();
  const {signal} = waiting;
  try {
    await Promise.race([once(res, 'drain', {signal}), once(res, 'close', {signal})]);
  } finally {
    // Takes the listeners of both away; a long file waits often.
    waiting.abort();
  }
}
