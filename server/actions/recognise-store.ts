// Stores which store a shop's name belongs to, by Shopify's answer, and logs what changed.
import type {Kysely} from 'kysely';
import {Failure} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {IdentityVerdict} from '#domain/stores/store-identity.ts';
import {settleStoreIdentity} from '../db/shops/store-identity.ts';
import type {Tables} from '../db/tables/tables.ts';
import type {Log} from '../log.ts';
import type {Sealer} from '../sealing.ts';
import type {FetchedIdentity} from '../shopify/shop/identity.ts';

/** The parts that recognising a store needs. */
export type RecogniseDeps = {
  readonly db: Kysely<Tables>;
  readonly sealer: Sealer;
  readonly log: Log;
  readonly now: () => Date;
  readonly newId: () => string;
};

/**
 * Stores which store the name belongs to now; moves the data of a renamed store, or sets aside data of another one. Returns what was
 * decided.
 * @param answer Shopify's answer to a token that the store granted under this name.
 * @throws an `unauthorised` Failure if the store has another name now, so that the page must be opened from the admin again.
 */
export async function recogniseStore(
  {db, sealer, log, now, newId}: RecogniseDeps,
  shop: ShopDomain,
  answer: FetchedIdentity,
): Promise<IdentityVerdict['kind']> {
  const {verdict, former} = await settleStoreIdentity(db, sealer, {shop, ...answer}, {id: newId(), now: now()});
  const facts = {shop, former, store: answer.gid};
  switch (verdict) {
    case 'known':
    case 'record':
      break;
    case 'move':
      log.warn(facts, 'a store has another name: everything of it was moved to the new one');
      break;
    case 'begin_empty':
      log.warn(facts, 'a name belongs to another store now: what was kept under it is set aside');
      break;
    case 'go_on':
      log.error(
        facts,
        'a store was used under two names: the present one goes on, what was kept under the former is set aside',
      );
      break;
    case 'former_name':
      log.info({...facts, presentName: answer.presentName}, 'a page was opened under a name that the store had before');
      throw new Failure('The store has another name now; open the app from the Shopify admin again.', {
        remote: 'shopify',
        kind: 'unauthorised',
        sent: true,
      });
  }
  return verdict;
}
