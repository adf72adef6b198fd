// Shopify's privacy requests. Of a buyer nothing is stored but what the merchant typed for an order that lacked it, sealed and
// until it is sent; that is named or erased, and the request is recorded without personal data.
// https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance
import type {ShopDomain} from '#domain/ids.ts';
import {saveAudit} from '../server/db/audit.ts';
import type {StoredDelivery} from '../server/db/deliveries.ts';
import {eraseDetails, loadTypedOrders} from '../server/db/details.ts';
import type {Deps} from '../server/deps.ts';

type PrivacyDeps = Pick<Deps, 'db' | 'log' | 'now'>;

/** The orders the request names, else the buyer alone. */
const ordersOf = ({resource}: StoredDelivery): readonly string[] =>
  (resource ?? '').split(' ').filter((gid) => gid.startsWith('gid://shopify/Order/'));

export async function answerDataRequest(deps: PrivacyDeps, shop: ShopDomain, delivery: StoredDelivery): Promise<void> {
  const {db, log, now} = deps;
  const held = await loadTypedOrders(db, shop, ordersOf(delivery));
  const detail =
    held.length === 0
      ? 'No personal data of the buyer is stored.'
      : `Name or e-mail as typed by the merchant is stored until sent, for ${held.length} order(s): ${held.join(', ')}`;
  const entry = {actor: 'app', action: 'data_request', subject: `delivery:${delivery.id}`, detail};
  await saveAudit(db, shop, entry, now());
  log.info({shop, orders: held.length}, 'a data request was answered in the audit trail');
}

/** A request that names no order means the buyer everywhere: everything typed in the shop is erased. */
export async function eraseBuyer(deps: PrivacyDeps, shop: ShopDomain, delivery: StoredDelivery): Promise<void> {
  const {db, log, now} = deps;
  const orders = ordersOf(delivery);
  const erased = await eraseDetails(db, shop, orders.length > 0 ? orders : null, now());
  const detail = `What was typed for ${erased} dropship order(s) was erased; nothing else of a buyer is stored.`;
  await saveAudit(db, shop, {actor: 'app', action: 'buyer_erased', subject: `delivery:${delivery.id}`, detail}, now());
  log.info({shop, erased}, 'a buyer was erased');
}
