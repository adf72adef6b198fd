// How much is measured: flags before the environment, before what fits a machine with two cores.
export type Sizes = {
  readonly shops: number;
  readonly articles: number;
  readonly workers: number;
};

/** What the command line names; a flag that was not given is undefined. */
type SizeFlags = {readonly [Name in keyof Sizes]?: string | undefined};

const usual: Sizes = {shops: 20, articles: 500, workers: 2};

/** @param scale multiplies the shops. */
export function toSizes(flags: SizeFlags, env: NodeJS.ProcessEnv, scale: number): Sizes {
  const sizes = {
    shops: toCount('SHOPS', flags.shops ?? env['SHOPS'], usual.shops),
    articles: toCount('ARTICLES', flags.articles ?? env['ARTICLES'], usual.articles),
    workers: toCount('WORKERS', flags.workers ?? env['WORKERS'], usual.workers),
  };
  return {...sizes, shops: Math.max(4, Math.round(sizes.shops * scale))};
}

function toCount(name: string, given: string | undefined, usually: number): number {
  const count = given === undefined ? usually : Number(given);
  if (!Number.isInteger(count) || count < 1) throw new Error(`${name} must be a whole number above 0, not "${given}".`);
  return count;
}
