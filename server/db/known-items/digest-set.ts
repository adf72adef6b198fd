// A set of digests in one array, so that a large catalogue's take little memory.

/** Bytes of a digest. */
const digestSize = 16;
/** The digests of one bucket have the same first 16 bits. */
const buckets = 65_536;

/** Digests, each with a number. */
export type DigestSet = {
  readonly size: number;
  /** The number of a digest, from 0; null: it is not in the set. @param digest 32 hexadecimal digits. */
  readonly find: (digest: string) => number | null;
};

/** @param sorted the bytes of the digests, one after the other in ascending order. */
export function createDigestSet(sorted: Buffer): DigestSet {
  const size = Math.floor(sorted.length / digestSize);
  /** The number of the first digest of each bucket, and of the end. */
  const starts = new Uint32Array(buckets + 1);
  for (let at = 0; at < size; at++) {
    const next = sorted.readUInt16BE(at * digestSize) + 1;
    starts[next] = at + 1;
  }
  for (let bucket = 1; bucket <= buckets; bucket++)
    starts[bucket] = Math.max(starts[bucket] ?? 0, starts[bucket - 1] ?? 0);
  return {
    size,
    find(digest) {
      const bytes = Buffer.from(digest, 'hex');
      if (bytes.length !== digestSize) return null;
      const bucket = bytes.readUInt16BE(0);
      const end = starts[bucket + 1] ?? 0;
      for (let at = starts[bucket] ?? 0; at < end; at++) {
        const place = at * digestSize;
        if (bytes.compare(sorted, place, place + digestSize) === 0) return at;
      }
      return null;
    },
  };
}
