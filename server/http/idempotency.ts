// A double click has one effect: every POST below /api/dropship-orders has an `Idempotency-Key`. Answers below 500 are kept for a day.
// The same key with the same request gets that answer again; with a different request it is refused.
import {setTimeout as sleep} from 'node:timers/promises';
import type {Request, Response} from 'express';
import {claimRepeat, loadRepeat, type RepeatKey, releaseKey, saveRepeatAnswer} from '../db/shops/idempotency-keys.ts';
import type {Deps} from '../deps.ts';
import {ApiError} from './contract/error.ts';
import {answerError, Refusal, refusalBody, refuse} from './refusal.ts';
import {shopOf} from './session.ts';

type Answer = {readonly status: number; readonly body: object};

/** Repeated requests wait at most this long for the first one and check at this interval; milliseconds of real time. */
const waitAtMostMs = 10_000;
const lookEveryMs = 25;

/** Runs `work` once per key and stores its result or its 4xx. After a 5xx, or `workLimitMs` without an answer, it may run again. */
export async function answerOnce(
  deps: Pick<Deps, 'db' | 'now' | 'digest' | 'sealer'>,
  req: Request,
  res: Response,
  work: () => Promise<Answer>,
): Promise<void> {
  const repeat = readKey(deps, req, res);
  const claim = await claimRepeat(deps.db, repeat, deps.now());
  const outcome = claim.kind === 'under_way' ? await waitFor(deps, repeat) : claim;
  switch (outcome.kind) {
    case 'first':
      return send(res, await workOnce(deps, repeat, outcome.at, work));
    case 'answered':
      return send(res, {status: outcome.status, body: outcome.answer});
    case 'other_request': {
      const message = 'This Idempotency-Key was used for another request. Every click needs one of its own.';
      return refuse(res, new Refusal(409, 'key_reused', message));
    }
    case 'under_way':
      return refuse(
        res,
        new Refusal(409, 'under_way', 'The same click is still being worked on. Look again in a moment.'),
      );
  }
}

const form = /^[\x21-\x7e]{8,200}$/;

function readKey({digest, sealer}: Pick<Deps, 'digest' | 'sealer'>, req: Request, res: Response): RepeatKey {
  const key = req.get('idempotency-key') ?? '';
  if (!form.test(key)) {
    const message =
      'Send an Idempotency-Key header of 8 to 200 characters with this request, a new one for every click.';
    throw new Refusal(400, 'key_missing', message);
  }
  const shop = shopOf(res);
  const request = JSON.stringify([req.method, req.baseUrl + req.path, req.body ?? null]);
  const [keyed, ...older] = sealer.marksOf(request, {shop, column: 'repeats.request'});
  // Last, a digest without a key: rows written by an earlier version have it, for a day.
  return {shop, key, digests: [keyed, ...older, digest(request)]};
}

async function workOnce(
  {db}: Pick<Deps, 'db'>,
  repeat: RepeatKey,
  claimedAt: Date,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await attempt(db, repeat, claimedAt, work);
  await saveRepeatAnswer(db, repeat, claimedAt, {status: answer.status, answer: answer.body});
  return answer;
}

async function attempt(
  db: Deps['db'],
  repeat: RepeatKey,
  claimedAt: Date,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return {status: error.status, body: refusalBody(error)};
    await releaseKey(db, repeat, claimedAt);
    throw error;
  }
}

/** If the first request failed with a 5xx, one of the waiting requests runs the work. */
async function waitFor({db, now}: Pick<Deps, 'db' | 'now'>, repeat: RepeatKey) {
  const until = performance.now() + waitAtMostMs;
  for (;;) {
    await sleep(lookEveryMs);
    const found = (await loadRepeat(db, repeat)) ?? (await claimRepeat(db, repeat, now()));
    if (found.kind !== 'under_way' || performance.now() > until) return found;
  }
}

function send(res: Response, {status, body}: Answer): void {
  const error = status >= 400 ? ApiError.safeParse(body) : null;
  if (error?.success) answerError(res, status, error.data);
  else res.status(status).json(body);
}
