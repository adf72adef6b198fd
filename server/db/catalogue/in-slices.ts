// Work over many articles in slices: between two slices the event loop serves webhooks, other shops and the health check.
import {setImmediate as nextTurn} from 'node:timers/promises';

/** Articles per slice. With the heaviest settings allowed a slice takes tens of milliseconds. */
export const sliceSize = 50;

/** Calls `work` for each item and returns the results in the items' order. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += sliceSize) {
    if (at > 0) await nextTurn();
    for (const item of items.slice(at, at + sliceSize)) results.push(work(item));
  }
  return results;
}
