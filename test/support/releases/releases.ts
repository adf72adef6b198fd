// The programs that shops may still run, oldest first: each version, and within 0.2.0 the last programs before a migration that changed rows
// or a table as a whole (20 and 32). To add a release, put its commit here and run programs/make-dumps.ts with its schema's number.

export type Release = {
  /** As in its package.json. */
  readonly version: string;
  /** The newest migration it knows. */
  readonly schema: number;
  readonly commit: string;
};

export const releases: readonly Release[] = [
  {version: '0.1.0', schema: 7, commit: 'a914d8c08358aa04579f5648fe7de013d71df1a6'},
  {version: '0.2.0', schema: 19, commit: 'a80b46c609a3ffd136f67642b5b39ae5b28fd6b4'},
  {version: '0.2.0', schema: 31, commit: 'f1f430498a44460482139942249dbe39d6be2cb5'},
  {version: '0.2.0', schema: 35, commit: '0af3a7e62593287af390efeac28e1ccfee1ea8ce'},
];

/** What a program that is deployed now may run beside. */
export const newestRelease: Release = releases.at(-1) as Release;
