// Checks that the store which opened the page is the one whose data we have under its name. A session token has only the store's name,
// which may belong to another store by now. So Shopify is asked with the stored token, once for each session.
// `sid` is "a unique session ID per user and app" (https://shopify.dev/docs/apps/build/authentication-authorization/session-tokens).
import {hour, minute, second} from '#domain/durations.ts';
import {Failure} from '#domain/failure.ts';
import type {Shop} from '../db/shops/shops.ts';
import type {Admin} from '../shopify/client/admin.ts';
import {type FetchedIdentity, fetchStoreIdentity} from '../shopify/shop/identity.ts';
import {type RecogniseDeps, recogniseStore} from './recognise-store.ts';

type CheckDeps = RecogniseDeps & {readonly admin: Admin};
/** Who opened the page: Shopify's user id, and the session's id from the session token. */
export type PageVisit = {readonly userId: string; readonly sessionId: string};

/** Whether it is the same store. False: the caller must exchange a new token, which shows whose the name is. */
export type StoreCheck = (known: Shop, visit: PageVisit) => Promise<boolean>;

/** `unknown`: Shopify does not answer, and nothing suggests another store. */
type SameStoreAnswer = 'same' | 'other' | 'unknown';

/** Milliseconds of real time; short because a user waits for the page. */
const askTimeoutMs = 5 * second;

/** If Shopify does not answer now, a call that it accepted within this time counts instead. (Accepted calls are stored once an hour.) */
const recentlyAcceptedMs = 2 * hour;

/** While Shopify does not answer, a session asks again only after this time. */
const unknownAnswerMs = minute;
/** At most this many answers are kept in memory; the oldest is dropped first. */
const maxAnswersKept = 5_000;

/** `until`: when the answer must be asked for again, in milliseconds since 1970. */
type CachedAnswer = {readonly answer: Promise<SameStoreAnswer>; until: number};

/** Creates the check, which asks Shopify once for each session in each process. */
export function createStoreCheck(deps: CheckDeps): StoreCheck {
  // The answers by session, the oldest first.
  const entries = new Map<string, CachedAnswer>();
  const at = () => deps.now().getTime();
  const ask = async (entry: Omit<CachedAnswer, 'answer'>, known: Shop, key: string): Promise<SameStoreAnswer> => {
    try {
      const answer = await compareStore(deps, known);
      if (answer === 'other') entries.delete(key);
      if (answer === 'unknown') entry.until = at() + unknownAnswerMs;
      return answer;
    } catch (error) {
      entries.delete(key);
      throw error;
    }
  };
  return async (known, {userId, sessionId}) => {
    const key = JSON.stringify([known.shop, known.gid, userId, sessionId]);
    const kept = entries.get(key);
    if (kept !== undefined && at() < kept.until) return (await kept.answer) !== 'other';
    const life = {until: Infinity};
    const entry = Object.assign(life, {answer: ask(life, known, key)});
    entries.delete(key);
    entries.set(key, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= maxAnswersKept) break;
      entries.delete(oldest);
    }
    return (await entry.answer) !== 'other';
  };
}

/** Whether Shopify's answer for the stored token is about the store whose data we have. Stores the store's id if none is stored. */
async function compareStore(deps: CheckDeps, known: Shop): Promise<SameStoreAnswer> {
  const identity = await fetchIdentityOrDoubt(deps, known);
  if (identity === 'unknown' || identity === 'other') return identity;
  if (identity.gid === known.gid) return 'same';
  return (await recogniseStore(deps, known.shop, identity)) === 'record' ? 'same' : 'other';
}

/** Shopify's statement which store it is; `other`: it does not accept the stored token; `unknown`: it does not answer. */
async function fetchIdentityOrDoubt(
  {admin, log, now}: CheckDeps,
  known: Shop,
): Promise<FetchedIdentity | Exclude<SameStoreAnswer, 'same'>> {
  const {shop, stopped, tokenAcceptedAt} = known;
  const signal = AbortSignal.timeout(askTimeoutMs);
  try {
    return await fetchStoreIdentity(admin, shop, signal);
  } catch (error) {
    if (error instanceof Failure && error.kind === 'unauthorised') return 'other';
    if (!(error instanceof Failure) && !signal.aborted) throw error;
    const isRecent = tokenAcceptedAt !== null && now().getTime() - tokenAcceptedAt.getTime() < recentlyAcceptedMs;
    // A stopped store is not checked further, because Shopify may not answer for it; for another store's token it would answer 401.
    if (!isRecent && stopped === null) throw error;
    log.warn({shop, err: error}, 'Shopify does not say which store this is; its page is served');
    return 'unknown';
  }
}
