// The digest by which an item of the catalogue is recognised without parsing it.
import {hash} from 'node:crypto';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {core} from 'zod';
import type {ImagePolicy} from './image-addresses.ts';

/** Makes the digest of an item's bytes: 32 hexadecimal digits. */
export type DigestItem = (item: Uint8Array) => string;

const digestLength = 32;

/**
 * Everything but its bytes on which it depends what an item is read as and how it is compared and stored. All of the program's files are
 * among it, so no list of them can be incomplete: the first run of a new version parses every item.
 */
export type ReadingBasis = {
  readonly policy: ImagePolicy;
  /** Digest of the program's files. */
  readonly program: string;
  /** The library that checks the fields. */
  readonly library: unknown;
  /** Node brings its own tables of Unicode and its own reading of addresses. */
  readonly node: string;
  /** A time without a zone is read as one of this zone. */
  readonly timeZone: string;
};

/** The basis in this process. */
export const currentBasis = (policy: ImagePolicy): ReadingBasis => ({
  policy,
  program: digestOfProgram(),
  library: core.version,
  node: process.version,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** Returns the function that makes the digests on this basis. */
export function createItemDigest(basis: ReadingBasis): DigestItem {
  const key = hash('sha256', JSON.stringify(basis), 'buffer');
  return (item) => hash('sha256', Buffer.concat([key, item]), 'hex').slice(0, digestLength);
}

let programDigest: string | null = null;

function digestOfProgram(): string {
  programDigest ??= digestFiles(['..', '../../jobs'].map((folder) => fileURLToPath(new URL(folder, import.meta.url))));
  return programDigest;
}

/** The digest of all TypeScript files in the folders, with their names. */
export function digestFiles(folders: readonly string[]): string {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, {recursive: true, encoding: 'utf8'})
      .filter((file) => file.endsWith('.ts'))
      .toSorted()
      .map((file) => [file, hash('sha256', readFileSync(join(folder, file)))]),
  );
  return hash('sha256', JSON.stringify(files));
}
