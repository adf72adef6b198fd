// Gives a double click one effect: every POST below /api/dropship-orders must carry an `Idempotency-Key`. Answers below 500 are kept for a
// day. The same key with the same request gets that answer again; with a different request it is refused.
import {setTimeout as sleep} from 'node:timers/promises';
import type {Request, Response} from 'express';
import {
  claimRequest,
  loadRequestClaim,
  type RequestKey,
  releaseRequestKey,
  saveRequestAnswer,
} from '../db/shops/idempotency-keys.ts';
import type {Deps} from '../deps.ts';
import {ApiError} from './contract/error.ts';
import {answerError, Refusal, refusalBody, refuse} from './refusal.ts';
import {shopOf} from './session.ts';

/** Status and JSON body of an answer to an action. */
type ActionAnswer = {readonly status: number; readonly body: object};

/** How long a repeated request waits for the first one, and how often it checks; milliseconds of real time, not of `deps.now`. */
const waitAtMostMs = 10_000;
const pollEveryMs = 25;

/** Runs `work` once per key and stores its result or its 4xx. After a 5xx, or `workLimitMs` without an answer, it may run again. */
export async function answerOnce(
  deps: Pick<Deps, 'db' | 'now' | 'digest' | 'sealer'>,
  req: Request,
  res: Response,
  work: () => Promise<ActionAnswer>,
): Promise<void> {
  const repeat = readRepeatKey(deps, req, res);
  const claim = await claimRequest(deps.db, repeat, deps.now());
  const outcome = claim.kind === 'under_way' ? await waitForFirstRequest(deps, repeat) : claim;
  switch (outcome.kind) {
    case 'first':
      return sendAnswer(res, await runAndStore(deps, repeat, outcome.at, work));
    case 'answered':
      return sendAnswer(res, {status: outcome.status, body: outcome.answer});
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

/** An Idempotency-Key has 8 to 200 visible ASCII characters. */
const keyPattern = /^[\x21-\x7e]{8,200}$/;

/** The key of the request, with digests that tell whether it is the same request; throws a 400 without a valid header. */
function readRepeatKey({digest, sealer}: Pick<Deps, 'digest' | 'sealer'>, req: Request, res: Response): RequestKey {
  const key = req.get('idempotency-key') ?? '';
  if (!keyPattern.test(key)) {
    const message =
      'Send an Idempotency-Key header of 8 to 200 characters with this request, a new one for every click.';
    throw new Refusal(400, 'key_missing', message);
  }
  const shop = shopOf(res);
  const request = JSON.stringify([req.method, req.baseUrl + req.path, req.body ?? null]);
  const [keyed, ...older] = sealer.marksOf(request, {shop, column: 'repeats.request'});
  // The last digest is made without a secret key, because rows written by an earlier version have such a digest, for a day.
  return {shop, key, digests: [keyed, ...older, digest(request)]};
}

/** Runs the work and stores its answer or its 4xx under the key. After any other error the key is free again. */
async function runAndStore(
  {db}: Pick<Deps, 'db'>,
  repeat: RequestKey,
  claimedAt: Date,
  work: () => Promise<ActionAnswer>,
): Promise<ActionAnswer> {
  const answer = await runOrReleaseKey(db, repeat, claimedAt, work);
  await saveRequestAnswer(db, repeat, claimedAt, {status: answer.status, answer: answer.body});
  return answer;
}

/** Runs the work. A 4xx becomes an answer; any other error frees the key and is thrown. */
async function runOrReleaseKey(
  db: Deps['db'],
  repeat: RequestKey,
  claimedAt: Date,
  work: () => Promise<ActionAnswer>,
): Promise<ActionAnswer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return {status: error.status, body: refusalBody(error)};
    await releaseRequestKey(db, repeat, claimedAt);
    throw error;
  }
}

/**
 * Waits for the answer of the first request. If that one failed with a 5xx, one of the waiting requests claims the key and runs the work.
 */
async function waitForFirstRequest({db, now}: Pick<Deps, 'db' | 'now'>, repeat: RequestKey) {
  const until = performance.now() + waitAtMostMs;
  for (;;) {
    await sleep(pollEveryMs);
    const found = (await loadRequestClaim(db, repeat)) ?? (await claimRequest(db, repeat, now()));
    if (found.kind !== 'under_way' || performance.now() > until) return found;
  }
}

/** Sends the answer; one that is an error gets the id of this request. */
function sendAnswer(res: Response, {status, body}: ActionAnswer): void {
  const error = status >= 400 ? ApiError.safeParse(body) : null;
  if (error?.success) answerError(res, status, error.data);
  else res.status(status).json(body);
}
