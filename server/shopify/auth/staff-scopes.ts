// Loads the access scopes that a staff user has in the store. Each process asks Shopify once per user session, and again after ten minutes.
import {minute, second} from '#domain/durations.ts';
import type {Log} from '../../log.ts';
import type {ShopifyApp} from '../app.ts';
import {exchangeOnlineToken, type OnlineUser} from './token-grant.ts';

/** A user of the store in one session. */
export type StaffUser = OnlineUser & {
  /** The `sid` claim of the session token: it identifies the session of this user in this app. */ readonly sessionId: string;
};

/** What users of a store may do in it. */
export type StaffScopes = {
  /**
   * The scopes that both the app and the user have. Throws a Failure if Shopify does not state them, and for five seconds after that at
   * once.
   */
  scopesOf(user: StaffUser): Promise<ReadonlySet<string>>;
};

type StaffScopesDeps = {readonly now: () => Date; readonly log: Log};

/** For how long a user's scopes are used without asking Shopify again. */
const scopesKeptMs = 10 * minute;
/** How long a failure is repeated to later callers without asking Shopify again, so that their clicks do not wait as well. */
const failureKeptMs = 5 * second;
/** User sessions that are remembered at most. */
const maxCachedUsers = 5_000;

/** The answer about one user session, used until `expiresAtMs` (milliseconds since 1970). */
type CachedScopes = {readonly scopes: Promise<ReadonlySet<string>>; expiresAtMs: number};

/** Creates the reader of scopes, with a memory of its own. */
export function createStaffScopes(app: ShopifyApp, needs: StaffScopesDeps): StaffScopes {
  // Keeps insertion order, so the oldest entry comes first.
  const entries = new Map<string, CachedScopes>();
  const at = () => needs.now().getTime();

  function ask(key: string, user: StaffUser): Promise<ReadonlySet<string>> {
    const scopes = exchangeOnlineToken(app, user).then((grant) => grant.scopes);
    const entry: CachedScopes = {scopes, expiresAtMs: at() + scopesKeptMs};
    entries.delete(key);
    entries.set(key, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= maxCachedUsers) break;
      entries.delete(oldest);
    }
    scopes.catch((err: unknown) => {
      needs.log.warn({err, shop: user.shop}, 'Shopify did not say what a user of the store may do');
      entry.expiresAtMs = at() + failureKeptMs;
    });
    return scopes;
  }

  return {
    async scopesOf(user) {
      const key = JSON.stringify([user.shop, user.userId, user.sessionId]);
      const known = entries.get(key);
      return known !== undefined && at() < known.expiresAtMs ? known.scopes : ask(key, user);
    },
  };
}
