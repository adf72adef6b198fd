// Counts Shopify's signed calls about the fulfilment service, for the figure of how many were answered. The counts wait in memory and are
// written together, so a flood of calls writes no more than a few rows a second. While the database is away they wait; those that a process
// has not written when it ends are lost.
import {setTimeout as sleep} from 'node:timers/promises';
import {minute} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {type CountedCalls, saveCalls} from '../../db/fulfilment-services/service-calls.ts';
import type {Deps} from '../../deps.ts';
import {createTroubleLog} from '../../queue/trouble-log.ts';

/** Milliseconds between two writes. */
const writeEveryMs = 500;
/** Milliseconds until a failed write is tried again. */
const tryAgainMs = 2_000;
/** Calls of one shop in the same stretch of time are one count. Every offset of a time zone is a multiple of it, so no day is split. */
const stretchMs = 15 * minute;
/** Counts that wait at most. Signed calls do not sign the shop's name, so there can be more names than shops. */
const mostWaiting = 10_000;

type CallResult = 'answered' | 'failed';

/** Creates the function that counts a call; it returns at once and never throws. */
export function createCallCounter({
  webhookDb,
  log,
  now,
}: Pick<Deps, 'webhookDb' | 'log' | 'now'>): (shop: ShopDomain, result: CallResult) => void {
  const waiting = new Map<string, CountedCalls>();
  const warn = createTroubleLog(log);
  let isWriting = false;

  function add(calls: CountedCalls): void {
    const key = `${calls.shop} ${calls.at.getTime()}`;
    const {answered, failed} = waiting.get(key) ?? {answered: 0, failed: 0};
    if (waiting.size < mostWaiting || waiting.has(key))
      waiting.set(key, {...calls, answered: answered + calls.answered, failed: failed + calls.failed});
    else warn({err: null}, 'too many calls of the fulfilment service wait to be counted; some are not');
  }

  async function write(): Promise<void> {
    isWriting = true;
    while (waiting.size > 0) {
      const calls = [...waiting.values()];
      waiting.clear();
      try {
        await saveCalls(webhookDb, calls);
        await sleep(writeEveryMs, undefined, {ref: false});
      } catch (err) {
        for (const one of calls) add(one);
        warn({err}, 'calls of the fulfilment service could not be counted; they are counted later');
        await sleep(tryAgainMs, undefined, {ref: false});
      }
    }
    isWriting = false;
  }

  return (shop, result) => {
    const at = new Date(Math.floor(now().getTime() / stretchMs) * stretchMs);
    add({shop, at, answered: result === 'answered' ? 1 : 0, failed: result === 'failed' ? 1 : 0});
    if (!isWriting) void write();
  };
}
