// Shopify's privacy requests about a buyer. The app stores details the merchant typed because the order lacked them (sealed, until they
// are sent), colour and size as the buyer entered them with a line, the supplier's answers, which may mention the buyer, keyed
// digests of address, name and e-mail, and of the supplier's order the tracking, the checkout link and the reference. All of this is
// reported. All but the reference, which is the merchant's record, is erased: the checkout link once the order is paid or ended, since it
// is the only way to pay, the rest at once. The delivery country and province stay. The request is recorded without personal data.
// https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance
import {hour} from '#domain/durations.ts';
import {OrderGid, type ShopDomain} from '#domain/ids.ts';
import {type StoredDelivery, wasEqualBodyHandled} from '../../server/db/deliveries/deliveries.ts';
import {eraseBuyerDataOnRequest, loadBuyerDataKinds} from '../../server/db/secrets/details.ts';
import {saveAudit} from '../../server/db/shops/audit.ts';
import type {Deps} from '../../server/deps.ts';

type PrivacyDeps = Pick<Deps, 'db' | 'log' | 'now'>;

/** A privacy request that cannot be read. The delivery is given up and shown, because a retry could not read it either. */
export class UnreadableRequest extends Error {}

/** The orders that the request names; empty for a buyer without orders. Throws if the list cannot be read. */
function namedOrders({resource, topic}: StoredDelivery): readonly OrderGid[] {
  if (resource === null) {
    const undone = topic === 'customers/redact' ? 'nothing was erased' : 'it was not answered';
    throw new UnreadableRequest(
      `The privacy request could not be read: which orders it names is not known, ${undone}.`,
    );
  }
  return resource.split(' ').flatMap((gid) => OrderGid.safeParse(gid).data ?? []);
}

/** How many orders one entry of the audit trail names. */
const ordersPerEntry = 8;

/** Answers `customers/data_request` in the audit trail: which kinds of data are stored, for which orders. It does not repeat the data. */
export async function answerDataRequest(deps: PrivacyDeps, shop: ShopDomain, delivery: StoredDelivery): Promise<void> {
  const orders = namedOrders(delivery);
  const {typed, entered, answered, marked, tracked, linked, referred} = await loadBuyerDataKinds(deps.db, shop, orders);
  const answers = [
    ...toAuditTexts('Name or e-mail typed by the merchant is kept until sent', typed),
    ...toAuditTexts('Colour or size as the buyer entered it with the line is kept', entered),
    ...toAuditTexts('The supplier’s answer, which may mention the buyer, is kept', answered),
    ...toAuditTexts(
      'A keyed digest of the delivery address, of name and of e-mail, not these themselves, is kept to see whether they change',
      marked,
    ),
    ...toAuditTexts('The tracking number or link of the parcel is kept', tracked),
    ...toAuditTexts('The link to the supplier’s checkout, where the order is paid, is kept', linked),
    ...toAuditTexts('The supplier’s reference of the order is kept', referred),
  ];
  const nothing =
    orders.length === 0
      ? 'The request names no order of this store. Nothing is stored of a buyer but with an order.'
      : 'Of the buyer, only the country and province of the delivery are stored.';
  for (const detail of answers.length === 0 ? [nothing] : answers) await recordRequest(deps, shop, delivery, detail);
  deps.log.info({shop, typed: typed.length, marked: marked.length}, 'a data request was answered in the audit trail');
}

/** Splits the orders over as many entries of the audit trail as needed to name all of them. */
function toAuditTexts(what: string, orders: readonly string[]): readonly string[] {
  const answers: string[] = [];
  for (let at = 0; at < orders.length; at += ordersPerEntry) {
    const some = orders.slice(at, at + ordersPerEntry);
    answers.push(`${what} (orders ${at + 1} to ${at + some.length} of ${orders.length}): ${some.join(', ')}`);
  }
  return answers;
}

/** Carries out `customers/redact` for the named orders, and records it in the audit trail. */
export async function eraseBuyer(deps: PrivacyDeps, shop: ShopDomain, delivery: StoredDelivery): Promise<void> {
  const orders = namedOrders(delivery);
  const erased = await eraseBuyerDataOnRequest(deps.db, shop, orders, deps.now());
  const done = `What was typed for ${erased} dropship order(s) was erased, with what the buyer entered with the lines, the digests of address, name and e-mail, the tracking of parcels and the supplier’s answers. The link to the supplier’s checkout stays with an unpaid order and goes once it is paid or ended. Of the buyer, only the country and province of the delivery stay; the supplier’s reference stays as the merchant’s record.`;
  const detail = orders.length === 0 ? 'The request names no order of this store. Nothing was erased.' : done;
  await recordRequest(deps, shop, delivery, detail);
  deps.log.info({shop, erased}, 'a buyer was erased');
}

/** Writes one entry about the request to the audit trail. */
async function recordRequest(
  {db, now}: PrivacyDeps,
  shop: ShopDomain,
  delivery: StoredDelivery,
  detail: string,
): Promise<void> {
  const action = delivery.topic === 'customers/redact' ? 'buyer_erased' : 'data_request';
  const at = now();
  // The same request is recorded once an hour at most, because webhook ids are not signed and anyone could send it again and again.
  if (await wasEqualBodyHandled(db, delivery, new Date(at.getTime() - hour))) return;
  await saveAudit(db, shop, {actor: 'app', action, subject: `delivery:${delivery.id}`, detail}, at);
}
