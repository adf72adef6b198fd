// The supplier refused a key: the shop's lane stands still until the merchant enters another.
import type {ShopDomain} from '#domain/ids.ts';
import {markKeyRejected} from '../../server/db/shop-keys.ts';
import type {Deps} from '../../server/deps.ts';

/** False when the merchant has entered another key since, which is not to be blamed for the one that was used. */
export const rejectKey = (
  {db, sealer}: Pick<Deps, 'db' | 'sealer'>,
  shop: ShopDomain,
  used: string,
): Promise<boolean> => markKeyRejected(db, sealer, shop, {api: 'dropship', used});
