// The supplier refused a key: the shop's lane stands still until the merchant enters another.
import type {ShopDomain} from '#domain/ids.ts';
import {orUnreadable} from '../../server/db/sealing.ts';
import {loadDropshipKey, markKeyRejected} from '../../server/db/shop-keys.ts';
import type {Deps} from '../../server/deps.ts';

/** False when another key was entered since, readable here or not, which is not to be blamed for the one that was used. */
export async function rejectKey(
  {db, sealer}: Pick<Deps, 'db' | 'sealer'>,
  shop: ShopDomain,
  used: string,
): Promise<boolean> {
  if ((await orUnreadable(loadDropshipKey(db, sealer, shop))) !== used) return false;
  await markKeyRejected(db, shop, 'dropship');
  return true;
}
