// The five figures that Shopify asks of a fulfilment service over 28 days, and when the merchant is warned before one is missed. Built for
// Shopify, 5.8: https://shopify.dev/docs/apps/launch/built-for-shopify/requirements
import {day, hour} from '#domain/durations.ts';
import {createLocalDayFormat, daysUpTo} from '#domain/local-days.ts';

/**
 * `requests` and `cancellations`: answered in time. `calls`: Shopify's calls that the app answered. `completed`: assigned fulfilment orders
 * that were shipped. `tracking`: fulfilments that had a tracking number in time.
 */
export const figureKinds = ['requests', 'cancellations', 'calls', 'completed', 'tracking'] as const;
export type FigureKind = (typeof figureKinds)[number];

/** What each figure has to reach, in percent. */
export const figureGoals: Readonly<Record<FigureKind, number>> = {
  requests: 95,
  cancellations: 99,
  calls: 99,
  completed: 97,
  tracking: 80,
};

/** How many days the figures are counted over, today included. */
export const figureDays = 28;

/** Shopify counts the figures of a store from this many fulfilment orders on. */
export const ordersToCount = 100;

const answerInTimeMs = 24 * hour;
const trackInTimeMs = hour;
/** Fulfilment orders that were assigned a shorter time ago do not count as not completed, nor as completed. */
const completeAfterMs = 7 * day;

/** When a request was made and answered; null: it waits for an answer. */
export type AnswerTimes = {
  readonly kind: 'request' | 'cancellation';
  readonly askedAt: Date;
  readonly answeredAt: Date | null;
};

/** What is known of the service. It may reach further back than the figures. */
export type FigureFacts = {
  /** Every fulfilment order that was requested, with its newest request. `isAssigned`: it was neither rejected nor cancelled. */
  readonly orders: readonly {readonly askedAt: Date; readonly isAssigned: boolean; readonly isCompleted: boolean}[];
  readonly answers: readonly AnswerTimes[];
  /** Shopify's calls by local day. */
  readonly calls: readonly {readonly day: string; readonly answered: number; readonly failed: number}[];
  readonly fulfilments: readonly {readonly madeAt: Date; readonly trackedAt: Date | null}[];
};

/** How many were done as asked, of how many. */
type Share = {readonly met: number; readonly of: number};

/** `goal` in percent. `isMet`: null if nothing counts yet. */
export type Figure = Share & {readonly kind: FigureKind; readonly goal: number; readonly isMet: boolean | null};

export type ServiceFigures = {
  /** The first day that is counted. */
  readonly since: string;
  /** The fulfilment orders that were requested since then. */
  readonly orders: number;
  /** Whether they are enough for Shopify to count the figures. */
  readonly isCounted: boolean;
  readonly figures: readonly Figure[];
};

/** Counts the five figures of the last days of the store's own calendar. */
export function countFigures(
  {orders, answers, calls, fulfilments}: FigureFacts,
  {now, timeZone}: {readonly now: Date; readonly timeZone: string},
): ServiceFigures {
  const dayOf = createLocalDayFormat(timeZone);
  const days = daysUpTo(dayOf(now), figureDays);
  const counted = new Set(days);
  const isRecent = (at: Date) => counted.has(dayOf(at));
  const asked = answers.filter(({askedAt}) => isRecent(askedAt));
  const countAnswers = (kind: AnswerTimes['kind']) =>
    toShare(
      asked.filter((one) => one.kind === kind),
      ({askedAt, answeredAt}) => isInTime(askedAt, answeredAt, answerInTimeMs, now),
    );
  const requested = orders.filter(({askedAt}) => isRecent(askedAt));
  const called = calls.filter((one) => counted.has(one.day));
  const answeredCalls = called.reduce((sum, {answered}) => sum + answered, 0);
  const shares: Readonly<Record<FigureKind, Share>> = {
    requests: countAnswers('request'),
    cancellations: countAnswers('cancellation'),
    calls: {met: answeredCalls, of: called.reduce((sum, {failed}) => sum + failed, answeredCalls)},
    completed: toShare(requested, (order) => isDone(order, now)),
    tracking: toShare(
      fulfilments.filter(({madeAt}) => isRecent(madeAt)),
      ({madeAt, trackedAt}) => isInTime(madeAt, trackedAt, trackInTimeMs, now),
    ),
  };
  return {
    since: days[0] ?? '',
    orders: requested.length,
    isCounted: requested.length >= ordersToCount,
    figures: figureKinds.map((kind) => toFigure(kind, shares[kind])),
  };
}

/** Compares whole numbers, so that 94.96 % do not reach 95 %. */
const toFigure = (kind: FigureKind, {met, of}: Share): Figure => {
  const goal = figureGoals[kind];
  return {kind, met, of, goal, isMet: of === 0 ? null : met * 100 >= goal * of};
};

/** @param judge true: done as asked; false: not; null: it does not count, or not yet. */
function toShare<T>(all: readonly T[], judge: (one: T) => boolean | null): Share {
  const judged = all.map(judge).filter((verdict) => verdict !== null);
  return {met: judged.filter((isMet) => isMet).length, of: judged.length};
}

/** Whether it was done within `limit` milliseconds; null: it still may be. */
function isInTime(since: Date, done: Date | null, limit: number, now: Date): boolean | null {
  if (done !== null) return done.getTime() - since.getTime() <= limit;
  return now.getTime() - since.getTime() <= limit ? null : false;
}

/** Whether the fulfilment order was completed; null: it does not count. */
function isDone({askedAt, isAssigned, isCompleted}: FigureFacts['orders'][number], now: Date): boolean | null {
  return !isAssigned || now.getTime() - askedAt.getTime() < completeAfterMs ? null : isCompleted;
}

/**
 * What the merchant is warned of. `unanswered`: a request that waits for an answer. `uncompleted`: a fulfilment order that is requested or
 * accepted and not shipped. `untracked`: a fulfilment without a tracking number.
 */
export const warningKinds = ['unanswered', 'uncompleted', 'untracked'] as const;
export type WarningKind = (typeof warningKinds)[number];

/** How long each has to last before the merchant is warned. */
const warnAfterMs: Readonly<Record<WarningKind, number>> = {
  unanswered: 15 * hour,
  uncompleted: 5 * day,
  untracked: hour,
};

/** What began at or before `before` of its kind is warned of; what began before `since` no longer counts for Shopify. */
export type WarningTimes = {readonly since: Date; readonly before: Readonly<Record<WarningKind, Date>>};

export function warningTimes(now: Date): WarningTimes {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  return {
    since: ago(figureDays * day),
    before: {
      unanswered: ago(warnAfterMs.unanswered),
      uncompleted: ago(warnAfterMs.uncompleted),
      untracked: ago(warnAfterMs.untracked),
    },
  };
}
