// Splits a long list into requests, which are sent one after the other.

/** The most that one request holds: as many entries as the server takes, and fewer bytes than a browser sends while a page is closed. */
export type PartLimits = {readonly entries: number; readonly bytes: number};

/** The entries in parts, each within both limits; an entry that is too large by itself is a part of its own. */
export function inParts<Entry>(
  entries: readonly Entry[],
  {entries: mostEntries, bytes: mostBytes}: PartLimits,
): readonly (readonly Entry[])[] {
  const parts: Entry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = new TextEncoder().encode(JSON.stringify(entry)).length + 1;
    const last = parts.at(-1);
    if (last === undefined || last.length === mostEntries || bytes + size > mostBytes) {
      parts.push([entry]);
      bytes = size;
    } else {
      last.push(entry);
      bytes += size;
    }
  }
  return parts;
}
