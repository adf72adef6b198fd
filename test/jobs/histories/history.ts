// What may happen in a random history of store orders, drawn by fast-check: plain data, so that it can be kept and replayed.
import fc from 'fast-check';
import type {Misdeed} from '../../sandbox/supplier/start.ts';

/** The seams of placing at which a worker may die. */
const checkpoints = ['before-claim', 'after-claim', 'after-answer', 'after-settlement'] as const;

/** A connection that is cut with the first bytes sent on it after a checkpoint: before they arrive there, or before the answer. */
export type Cut = {
  readonly of: 'postgres' | 'redis';
  readonly at: (typeof checkpoints)[number];
  readonly when: 'before' | 'after';
};

/**
 * One worker of a round: where it dies, if it does, whether the supplier refuses its connections after its first claim, and the
 * connection of its own that is cut, if one is. On the embedded engine there is none to cut.
 */
export type WorkerFaults = {
  readonly diesAt: (typeof checkpoints)[number] | null;
  readonly refused: boolean;
  readonly cut: Cut | null;
};

/**
 * What the merchant decides about unconfirmed and refused orders. `looks`: confirms what is at
 * the supplier, places the rest again. `again`: places all of them again, unlooked.
 */
export type Decision = 'none' | 'looks' | 'again';

export type Round = {
  /** Of the requests to the supplier, by dropship order, over and over. */
  readonly faults: readonly (Misdeed | null)[];
  /** Different workers, all at once. */
  readonly workers: readonly WorkerFaults[];
  /** Claims are given up as lost before the supplier answers. */
  readonly late: boolean;
  /** The store tells of every order again, meanwhile. */
  readonly toldAgain: boolean;
  /** Milliseconds, before all this; then what was lost is swept up. */
  readonly passes: number;
  /** The merchants enter a dropship key. */
  readonly newKey: boolean;
  /** The store order that is cancelled before the round, by its place. */
  readonly cancelled: number | null;
  readonly decision: Decision;
};

export type History = {
  /** Each store order's shop and how many lines it has. */
  readonly orders: readonly {readonly shop: number; readonly lines: number}[];
  readonly rounds: readonly Round[];
};

export const workerCount = 3;

const rarely = fc.integer({min: 0, max: 7}).map((drawn) => drawn === 7);

const faults = fc.constantFrom<Misdeed | null>(
  null,
  null,
  {kind: 'cut', when: 'before'},
  {kind: 'cut', when: 'after'},
  {kind: 'cut', when: 'half'},
  {kind: 'hang'},
  {kind: 'hang', when: 'after'},
  {kind: 'status', status: 500},
  {kind: 'status', status: 502, when: 'after'},
  {kind: 'status', status: 429},
  {kind: 'status', status: 401, body: '{"ok":false,"error":"unauthorized"}'},
  {kind: 'status', status: 422, body: '{"ok":false,"error":"No."}'},
  {kind: 'status', status: 422, body: '{"ok":false,"error":"No."}'},
  {kind: 'answer', as: 'html'},
);

const cuts: fc.Arbitrary<Cut> = fc.record({
  of: fc.constantFrom('postgres', 'postgres', 'redis'),
  at: fc.constantFrom(...checkpoints),
  when: fc.constantFrom('before', 'after'),
});

const workerFaults: fc.Arbitrary<WorkerFaults> = fc.record({
  diesAt: fc.constantFrom(null, null, null, ...checkpoints),
  refused: rarely,
  cut: fc.oneof({weight: 5, arbitrary: fc.constant(null)}, {weight: 1, arbitrary: cuts}),
});

const rounds: fc.Arbitrary<Round> = fc.record({
  faults: fc.array(faults, {minLength: 1, maxLength: 4}),
  workers: fc.array(workerFaults, {minLength: 1, maxLength: workerCount}),
  late: rarely,
  toldAgain: rarely,
  passes: fc.constantFrom(0, 0, 100_000, 7_200_000),
  newKey: rarely,
  cancelled: fc.constantFrom(null, null, null, null, null, null, null, null, null, null, 0, 1),
  decision: fc.constantFrom<Decision>('none', 'none', 'none', 'none', 'looks', 'again'),
});

/** Of store orders in so many shops. */
export const historiesIn = (shops: number): fc.Arbitrary<History> =>
  fc.record({
    orders: fc.array(fc.record({shop: fc.nat(shops - 1), lines: fc.constantFrom(1, 1, 1, 2)}), {
      minLength: 1,
      maxLength: 3,
    }),
    rounds: fc.array(rounds, {minLength: 1, maxLength: 4}),
  });

/** After everything that went wrong: one worker, a supplier who answers, and accepted keys. */
export const calm: Omit<Round, 'passes'> = {
  faults: [null],
  workers: [{diesAt: null, refused: false, cut: null}],
  late: false,
  toldAgain: false,
  newKey: true,
  cancelled: null,
  decision: 'none',
};
