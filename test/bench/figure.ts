// A figure is a measured value beside its floor, taken in the same run on the same machine: only the ratio means something.

export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The same work done bare, in the same unit; null where the goal is absolute. */
  readonly floor: number | null;
  readonly ratio: number | null;
  readonly goal: string;
  readonly ok: boolean;
};

type Limit = {readonly atMost: number} | {readonly atLeast: number};

/** A figure whose goal is a ratio to its floor. */
export function againstFloor(
  name: string,
  {value, floor, unit}: {readonly value: number; readonly floor: number; readonly unit: string},
  limit: Limit,
): Figure {
  const ratio = value / floor;
  return {name, value, unit, floor, ratio, goal: `${describe(limit)} × floor`, ok: keeps(ratio, limit)};
}

/** A figure beside its floor, with no goal for the ratio. */
export function besideFloor(
  name: string,
  {value, floor, unit}: {readonly value: number; readonly floor: number; readonly unit: string},
): Figure {
  return {name, value, unit, floor, ratio: value / floor, goal: noGoal, ok: true};
}

/** A figure whose goal stands by itself. */
export function byItself(name: string, value: number, unit: string, limit: Limit): Figure {
  return {name, value, unit, floor: null, ratio: null, goal: `${describe(limit)} ${unit}`, ok: keeps(value, limit)};
}

/** A figure that is looked at beside others. */
export function withoutGoal(name: string, value: number, unit: string): Figure {
  return {name, value, unit, floor: null, ratio: null, goal: noGoal, ok: true};
}

const noGoal = '–';

const keeps = (value: number, limit: Limit): boolean =>
  'atMost' in limit ? value <= limit.atMost : value >= limit.atLeast;

const describe = (limit: Limit): string => ('atMost' in limit ? `≤ ${limit.atMost}` : `≥ ${limit.atLeast}`);

/** The middle one of an odd number of readings: the machine is noisy. */
export function median(readings: readonly number[]): number {
  const sorted = readings.toSorted((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}

export function toTable(figures: readonly Figure[]): string {
  const rows = [columns, ...figures.map(toCells)];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The last one, which has no name, says whether the goal is reached. */
export const columns: readonly string[] = ['figure', 'value', 'floor', 'ratio', 'goal', ''];

export const toCells = ({name, value, unit, floor, ratio, goal, ok}: Figure): readonly string[] => [
  name,
  `${inDigits(value)} ${unit}`.trim(),
  floor === null ? '–' : `${inDigits(floor)} ${unit}`,
  ratio === null ? '–' : ratio.toFixed(2),
  goal.trim(),
  goal === noGoal ? '' : ok ? 'reached' : 'MISSED',
];

const inDigits = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
