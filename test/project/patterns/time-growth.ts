// Whether work takes time in proportion to its size. Only times of the same run are compared.

export type Growth = {readonly size: number; readonly ratio: number};

/** Four times the size may take up to eight times as long: linear work takes four times, quadratic work 16. */
export const mostGrowth = 8;

/** The sizes grow slowly at first, so that exponential work is noticed before it takes minutes. */
const sizes = [
  4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 28, 32, 40, 48, 64, 96, 128, 192, 256, 512, 1_024, 2_048, 4_096, 8_192,
  16_384,
];
export const largest = sizes.at(-1) ?? 0;
/** Milliseconds: shorter times are counted as this long, since the clock and the machine's other work blur them. */
const blur = 0.05;
/** Milliseconds at which the size is large enough to judge; longer work would seldom run without a pause on a busy machine. */
const enough = 1;
const attempts = 10;

/** Milliseconds at which a verdict is final: no pause of the machine is that long each time, and exponential work soon gets there. */
const certain = 4;

/**
 * Enlarges the work until it takes long enough to judge, or the largest size is reached, where linear work takes far less than a
 * millisecond and quadratic work a tenth of a second. Returns how much longer the last size takes than a quarter of it. Work that grows too
 * much is enlarged further: it may grow so only at small sizes, or the machine was busy.
 */
export function growthOf(workOf: (size: number) => () => void, upTo = largest): Growth {
  const own = sizes.filter((size) => size <= upTo);
  let growth: Growth = {size: 0, ratio: 1};
  for (const size of own) {
    const isLast = size === own.at(-1);
    const takes = shortest(workOf(size), 2);
    if (takes < enough && !isLast) continue;
    growth = {size, ratio: ratioAt(size, workOf)};
    if (growth.ratio <= mostGrowth || takes >= certain) break;
  }
  // Memory that the machine is slow to give lengthens only the largest size; work that grows too much does so at a quarter of it, too.
  const {size, ratio} = growth;
  if (size < largest || ratio <= mostGrowth) return growth;
  return {size, ratio: Math.min(ratio, ratioAt(Math.floor(size / 4), workOf))};
}

function ratioAt(size: number, workOf: (size: number) => () => void): number {
  const quarter = Math.max(1, Math.floor(size / 4));
  let ratio = Infinity;
  // A pause of the machine can only lengthen a time, so the shortest of several is compared.
  let [long, short] = [Infinity, Infinity];
  for (let attempt = 0; attempt < attempts && ratio > mostGrowth; attempt += 1) {
    long = Math.min(long, shortest(workOf(size), 2));
    short = Math.min(short, shortest(workOf(quarter), 4));
    ratio = Math.max(long, blur) / Math.max(short, blur);
  }
  return ratio;
}

function shortest(work: () => void, times: number): number {
  let least = Infinity;
  for (let time = 0; time < times; time += 1) {
    const begun = performance.now();
    work();
    least = Math.min(least, performance.now() - begun);
  }
  return least;
}
