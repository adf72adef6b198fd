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

const ordersPerEntry = 8;

/** A request that names no order may be about any: then everything typed in the shop is named. */
export async function answerDataRequest(deps: PrivacyDeps, shop: ShopDomain, delivery: StoredDelivery): Promise<void> {
  const {db, log, now} = deps;
  const named = ordersOf(delivery);
  const held = await loadTypedOrders(db, shop, named.length > 0 ? named : null);
  for (const detail of toAnswers(held, named.length > 0)) {
    await saveAudit(
      db,
      shop,
      {actor: 'app', action: 'data_request', subject: `delivery:${delivery.id}`, detail},
      now(),
    );
  }
  log.info({shop, orders: held.length}, 'a data request was answered in the audit trail');
}

/** As many entries of the audit trail as it takes to name every order. */
function toAnswers(held: readonly string[], areNamed: boolean): readonly string[] {
  if (held.length === 0) return ['No personal data of the buyer is stored.'];
  const whose = areNamed ? 'of the orders named' : 'the request names none, so any of these may be the buyer’s';
  const answers: string[] = [];
  for (let at = 0; at < held.length; at += ordersPerEntry) {
    const some = held.slice(at, at + ordersPerEntry);
    const which = `${at + 1} to ${at + some.length} of ${held.length}`;
    answers.push(`Name or e-mail typed by the merchant is kept until sent (${whose}; ${which}): ${some.join(', ')}`);
  }
  return answers;
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
