/** A small deterministic generator: the same seed and stream give the same draws on every machine. Never for secrets. */
export type Draw = {
  /** 0 ≤ x < 1 */
  unit: () => number;
  chance: (probability: number) => boolean;
  /** Both ends included. */
  between: (low: number, high: number) => number;
  pick: <T>(from: readonly T[]) => T;
};

/** mulberry32 on a mixed start, so that neighbouring streams (one per article) have nothing in common. */
export function openDraw(seed: number, stream: number): Draw {
  let state = mix(mix(seed ^ 0x9e3779b9) ^ Math.imul(stream + 1, 0x85ebca6b));
  const unit = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    unit,
    chance: (probability) => unit() < probability,
    between: (low, high) => low + Math.floor(unit() * (high - low + 1)),
    pick<T>(from: readonly T[]): T {
      const found = from[Math.floor(unit() * from.length)];
      if (found === undefined) throw new Error('There is nothing to pick from.');
      return found;
    },
  };
}

function mix(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return x ^ (x >>> 16);
}
