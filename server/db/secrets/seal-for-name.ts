// Sealed values are bound to their shop's name. When the store gets another one, they are sealed again for it, with the first key. What
// does not open stays as it is: as before, it counts as missing.
import {type Kysely, sql} from 'kysely';
import type {DropshipOrderId} from '#domain/ids.ts';
import {openOrNull, type SealContext, type Sealer} from '../../sealing.ts';
import {placeOfContact} from '../mail/mail-settings.ts';
import type {Tables} from '../tables/tables.ts';
import {placeOfDetails} from './details.ts';
import {placeOfKey} from './shop-keys.ts';

/** The former and the new name of a shop. */
type ShopNames = {readonly from: string; readonly to: string};

/**
 * Seals supplier keys, the address of the mails and typed details for the shop's new name. Call when the rows have it already. Sessions are not sealed again, because
 * a token is granted under the new name.
 */
export async function resealForShopName(trx: Kysely<Tables>, sealer: Sealer, {from, to}: ShopNames): Promise<void> {
  const again = (sealed: string | null, placeOf: (shop: string) => SealContext): string | null => {
    const text = sealed === null ? null : openOrNull(sealer, sealed, placeOf(from));
    return text === null ? sealed : sealer.seal(text, placeOf(to));
  };
  const {rows: keys} = await sql<{catalogue: string | null; dropship: string | null}>`
    select catalogue_key_sealed as catalogue, dropship_key_sealed as dropship from shops where shop = ${to}
  `.execute(trx);
  for (const {catalogue, dropship} of keys) {
    await sql`
      update shops set
        catalogue_key_sealed = ${again(catalogue, (shop) => placeOfKey(shop, 'catalogue'))},
        dropship_key_sealed = ${again(dropship, (shop) => placeOfKey(shop, 'dropship'))}
      where shop = ${to}
    `.execute(trx);
  }
  const {rows: contacts} = await sql<{sealed: string | null}>`
    select contact_sealed as sealed from mail_settings where shop = ${to}
  `.execute(trx);
  for (const {sealed} of contacts) {
    await sql`update mail_settings set contact_sealed = ${again(sealed, placeOfContact)} where shop = ${to}`.execute(
      trx,
    );
  }
  const {rows: typed} = await sql<{id: DropshipOrderId; sealed: string}>`
    select id, details_sealed as sealed from dropship_orders where shop = ${to} and details_sealed is not null order by id
  `.execute(trx);
  for (const {id, sealed} of typed) {
    await sql`update dropship_orders set details_sealed = ${again(sealed, placeOfDetails)} where id = ${id}`.execute(
      trx,
    );
  }
}
