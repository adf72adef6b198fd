// What a user of the store may do there, as Shopify says it. Each process asks once per user and session, and again after ten minutes.
import {minute, second} from '#domain/durations.ts';
import type {Log} from '../../log.ts';
import type {ShopifyApp} from '../app.ts';
import {exchangeOnline, type OnlineUser} from './token-grant.ts';

export type StaffUser = OnlineUser & {
  /** `sid` of the session token: of this user and app. */ readonly sessionId: string;
};

export type StaffScopes = {
  /** Throws a Failure where Shopify does not say it, also for some seconds after it did not. */
  of(user: StaffUser): Promise<ReadonlySet<string>>;
};

type Needs = {readonly now: () => Date; readonly log: Log};

const keptMs = 10 * minute;
/** After a failure the next clicks are refused at once, so that they do not wait as well. */
const failureKeptMs = 5 * second;
const mostKept = 5_000;

type Entry = {readonly scopes: Promise<ReadonlySet<string>>; until: number};

export function createStaffScopes(app: ShopifyApp, needs: Needs): StaffScopes {
  // The oldest first.
  const entries = new Map<string, Entry>();
  const at = () => needs.now().getTime();

  function ask(key: string, user: StaffUser): Promise<ReadonlySet<string>> {
    const scopes = exchangeOnline(app, user).then((grant) => grant.scopes);
    const entry: Entry = {scopes, until: at() + keptMs};
    entries.delete(key);
    entries.set(key, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= mostKept) break;
      entries.delete(oldest);
    }
    scopes.catch((err: unknown) => {
      needs.log.warn({err, shop: user.shop}, 'Shopify did not say what a user of the store may do');
      entry.until = at() + failureKeptMs;
    });
    return scopes;
  }

  return {
    async of(user) {
      const key = JSON.stringify([user.shop, user.userId, user.sessionId]);
      const known = entries.get(key);
      return known !== undefined && at() < known.until ? known.scopes : ask(key, user);
    },
  };
}
