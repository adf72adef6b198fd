// Whether the store that opened the page is the one whose data is kept under its name. A session token names the store, which does not say
// that it is still the same store: a name may come to belong to another one. So Shopify is asked with the stored token, once for each session.
// `sid` is "a unique session ID per user and app" (https://shopify.dev/docs/apps/build/authentication-authorization/session-tokens).
import {hour, minute, second} from '#domain/durations.ts';
import {Failure} from '#domain/failure.ts';
import type {Shop} from '../db/shops/shops.ts';
import type {Admin} from '../shopify/client/admin.ts';
import {fetchIdentity, type IdentityAnswer} from '../shopify/shop/identity.ts';
import {type RecogniseDeps, recogniseStore} from './recognise-store.ts';

type CheckDeps = RecogniseDeps & {readonly admin: Admin};
export type Visit = {readonly userId: string; readonly sessionId: string};

/** False: a token has to be exchanged, which tells whose the name is. */
export type StoreCheck = (known: Shop, visit: Visit) => Promise<boolean>;

/** `unknown`: Shopify does not say, and nothing speaks against it. */
type Answer = 'same' | 'other' | 'unknown';

/** Milliseconds of real time; somebody waits. */
const timeoutMs = 5 * second;

/** An accepted call is stored once an hour. One under this name within this time answers for the store where Shopify does not answer now. */
const acceptedForMs = 2 * hour;

/** While Shopify does not answer, a session's requests do not wait for it more often than this. */
const unknownForMs = minute;
const mostKept = 5_000;

type Entry = {readonly answer: Promise<Answer>; until: number};

/** Asks once for each session, in each process. */
export function createStoreCheck(deps: CheckDeps): StoreCheck {
  // The oldest first.
  const entries = new Map<string, Entry>();
  const at = () => deps.now().getTime();
  const ask = async (entry: Omit<Entry, 'answer'>, known: Shop, key: string): Promise<Answer> => {
    try {
      const answer = await askStore(deps, known);
      if (answer === 'other') entries.delete(key);
      if (answer === 'unknown') entry.until = at() + unknownForMs;
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
      if (entries.size <= mostKept) break;
      entries.delete(oldest);
    }
    return (await entry.answer) !== 'other';
  };
}

async function askStore(deps: CheckDeps, known: Shop): Promise<Answer> {
  const identity = await fetchOrNull(deps, known);
  if (identity === 'unknown' || identity === 'other') return identity;
  if (identity.gid === known.gid) return 'same';
  return (await recogniseStore(deps, known.shop, identity)) === 'record' ? 'same' : 'other';
}

/** `other`: the stored token is not accepted. */
async function fetchOrNull(
  {admin, log, now}: CheckDeps,
  known: Shop,
): Promise<IdentityAnswer | Exclude<Answer, 'same'>> {
  const {shop, stopped, tokenAcceptedAt} = known;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await fetchIdentity(admin, shop, signal);
  } catch (error) {
    if (error instanceof Failure && error.kind === 'unauthorised') return 'other';
    if (!(error instanceof Failure) && !signal.aborted) throw error;
    const isRecent = tokenAcceptedAt !== null && now().getTime() - tokenAcceptedAt.getTime() < acceptedForMs;
    // About a stopped store Shopify answers otherwise, or not at all; to the token of another store it answers 401.
    if (!isRecent && stopped === null) throw error;
    log.warn({shop, err: error}, 'Shopify does not say which store this is; its page is served');
    return 'unknown';
  }
}
