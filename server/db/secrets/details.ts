// Details the merchant typed for an order that lacks them, stored sealed until the supplier has them; and the erasure of buyers' data.
import {type Kysely, type RawBuilder, sql, type UpdateQueryBuilder, type UpdateResult} from 'kysely';
import {z} from 'zod';
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import {noDetails, type TypedDetails} from '#domain/orders/merchant-overrides.ts';
import type {Reason, ReasonCode} from '#domain/orders/reasons.ts';
import {openOrNull, type Sealer} from '../../sealing.ts';
import {inTransaction} from '../connection/transaction.ts';
import type {Tables} from '../tables/tables.ts';

const TypedText = z.string().nullable().default(null);
const TypedDetailsPayload = z.object({colour: TypedText, size: TypedText, name: TypedText, email: TypedText});

/** What sealed details are bound to: they open only for the shop they were sealed for. */
export const placeOfDetails = (shop: string) => ({shop, column: 'dropship_orders.details'});

/** Seals the details that the merchant typed, for storing. */
export function sealDetails(sealer: Sealer, shop: ShopDomain, details: TypedDetails): string {
  return sealer.seal(JSON.stringify(details), placeOfDetails(shop));
}

/** The details that the merchant typed, empty where there are none. Null where the encryption keys no longer open them. */
export function openDetails(
  sealer: Sealer,
  {shop, details_sealed: sealed}: {readonly shop: string; readonly details_sealed: string | null},
): TypedDetails | null {
  if (sealed === null) return noDetails;
  const text = openOrNull(sealer, sealed, placeOfDetails(shop));
  return text === null ? null : TypedDetailsPayload.parse(JSON.parse(text));
}

/** SQL value: the flags without their marks of the address or buyer. */
const flagsWithoutPlace = sql<string>`(
  select coalesce(jsonb_agg(flag - 'place' order by at), '[]') from jsonb_array_elements(flags) with ordinality as each (flag, at)
)`;

/** The codes of reasons whose text holds the supplier's own words, which may mention the buyer. */
const codesWithSupplierText = ['rejected', 'unconfirmed'] as const satisfies readonly ReasonCode[];

/** What stands in place of the supplier's text after an erasure. */
const erasedSupplierTexts: Readonly<Record<(typeof codesWithSupplierText)[number], string>> = {
  rejected: 'The supplier said no. What it said was erased with the buyer’s data.',
  unconfirmed:
    'It is not known whether the supplier has this order; what it answered was erased with the buyer’s data. Look for the reference in your supplier account before placing it again.',
};

const erasedNameText = 'The buyer entered something that is asked about. Its name was erased with the buyer’s data.';

/**
 * The reason's text after an erasure, by code. The last two codes name a property that the buyer entered, and a shopper can send any name.
 */
const erasedReasons: ReadonlyMap<ReasonCode, string> = new Map<ReasonCode, string>([
  ['rejected', erasedSupplierTexts.rejected],
  ['unconfirmed', erasedSupplierTexts.unconfirmed],
  ['property_unread', erasedNameText],
  ['property_asked', erasedNameText],
]);

/** SQL value for a write to `dropship_orders`: the reason's text, or the text without buyers' data once the buyer asked to be erased. */
export const reasonUnlessErased = ({code, text}: Reason): RawBuilder<string> =>
  sql`case when buyer_erased_at is null then ${text} else ${erasedReasons.get(code) ?? text} end`;

/**
 * For these store orders, erases the typed details, the words buyers entered, the marks of what was sent (in flags too), the supplier's
 * own texts, and our stored answers that repeat them. Returns how many dropship orders had typed details.
 */
export async function eraseBuyerData(
  db: Kysely<Tables>,
  shop: ShopDomain,
  orderGids: readonly OrderGid[],
  now: Date,
): Promise<number> {
  if (orderGids.length === 0) return 0;
  return inTransaction(db, (trx) => eraseInTransaction(trx, shop, orderGids, now));
}

/** Erases the data that `eraseBuyerData` names; returns how many dropship orders had typed details. */
async function eraseInTransaction(
  trx: Kysely<Tables>,
  shop: ShopDomain,
  orderGids: readonly OrderGid[],
  now: Date,
): Promise<number> {
  const orders = () => trx.updateTable('dropship_orders').where('shop', '=', shop).where('order_gid', 'in', orderGids);
  const typed = await orders()
    .set({details_sealed: null, updated_at: now})
    .where('details_sealed', 'is not', null)
    .executeTakeFirst();
  await orders().set({address_mark: null, name_mark: null, email_mark: null, flags: flagsWithoutPlace}).execute();
  await eraseBuyersWords(orders());
  for (const [code, reason] of erasedReasons) {
    await orders().set({reason}).where('reason_code', '=', code).execute();
  }
  await eraseStoredAnswers(trx, shop, orderGids);
  return Number(typed.numUpdatedRows);
}

/**
 * Like `eraseBuyerData`, at the buyer's request, which the rows remember: the database also removes the tracking at once, and the checkout
 * link as soon as the order no longer awaits payment, whatever is written later (migration 39). The supplier's reference stays: it is the
 * merchant's record of a purchase.
 */
export async function eraseBuyerDataOnRequest(
  db: Kysely<Tables>,
  shop: ShopDomain,
  orderGids: readonly OrderGid[],
  now: Date,
): Promise<number> {
  if (orderGids.length === 0) return 0;
  return inTransaction(db, async (trx) => {
    // Waits for an order that is being placed again, so the next statement sees its new row.
    await trx
      .selectFrom('dropship_orders')
      .select('id')
      .where('shop', '=', shop)
      .where('order_gid', 'in', orderGids)
      .orderBy('id')
      .forUpdate()
      .execute();
    await trx
      .updateTable('dropship_orders')
      .set((eb) => ({buyer_erased_at: eb.fn.coalesce('buyer_erased_at', sql<Date>`${now}::timestamptz`)}))
      .where('shop', '=', shop)
      .where('order_gid', 'in', orderGids)
      .execute();
    return eraseInTransaction(trx, shop, orderGids, now);
  });
}

/** SQL condition: the buyer entered this word with the line. */
const isBuyerEntered = (what: 'colour' | 'size') => sql<boolean>`words->${what}->>'from' = 'property'`;

/** Erases the texts the buyer entered with the line, whether they were ordered already or not. */
async function eraseBuyersWords(
  orders: UpdateQueryBuilder<Tables, 'dropship_orders', 'dropship_orders', UpdateResult>,
) {
  await orders
    .set((eb) => ({
      colour: eb.case().when(isBuyerEntered('colour')).then(null).else(eb.ref('colour')).end(),
      size: eb.case().when(isBuyerEntered('size')).then(null).else(eb.ref('size')).end(),
      words: null,
    }))
    .where((eb) => eb.or([isBuyerEntered('colour'), isBuyerEntered('size')]))
    .execute();
}

/** Erases the supplier's texts in the attempts, and our stored answers to requests about these orders. */
async function eraseStoredAnswers(
  trx: Kysely<Tables>,
  shop: ShopDomain,
  orderGids: readonly OrderGid[],
): Promise<void> {
  const ids = trx
    .selectFrom('dropship_orders')
    .select('id')
    .where('shop', '=', shop)
    .where('order_gid', 'in', orderGids);
  await trx
    .updateTable('dropship_attempts')
    .set({detail: null})
    .where('shop', '=', shop)
    .where('dropship_order_id', 'in', ids)
    .where('verdict', 'in', codesWithSupplierText)
    .execute();
  await sql`delete from repeats where shop = ${shop} and answer->>'orderGid' = any(${orderGids}::text[])`.execute(trx);
}

/**
 * What is stored of a buyer: details the merchant typed, words entered with a line, an answer of the supplier, a mark of what was sent, a
 * tracking number or link, a checkout link, or the supplier's reference.
 */
type BuyerDataKind = 'typed' | 'entered' | 'answered' | 'marked' | 'tracked' | 'linked' | 'referred';
/** Gids of the store orders that have each kind. */
type OrdersByBuyerDataKind = {readonly [kind in BuyerDataKind]: readonly string[]};

/** SQL condition: a tracking number or link is stored. */
const hasTracking = sql<boolean>`(
  tracking_number is not null or tracking_url is not null
  or fulfilments @? '$[*].tracking ? (@.number != null || @.url != null)'
)`;

/** SQL condition: the buyer entered the colour or the size with the line. */
const hasEnteredWords = sql<boolean>`(${isBuyerEntered('colour')} or ${isBuyerEntered('size')})`;

/** SQL condition: a text of the supplier is stored that may mention the buyer. */
const hasSupplierText = sql<boolean>`(
  exists (select from dropship_attempts a where a.shop = dropship_orders.shop and a.dropship_order_id = dropship_orders.id
    and a.verdict = any(${[...codesWithSupplierText]}::text[]) and a.detail is not null)
  or (reason_code = any(${[...codesWithSupplierText]}::text[]) and reason <> all(${Object.values(erasedSupplierTexts)}::text[]))
)`;

/** SQL condition: a mark of the address, name or e-mail is stored. */
const hasSentMarks = sql<boolean>`(coalesce(address_mark, name_mark, email_mark) is not null)`;

/**
 * SQL condition: the dropship order has anything that `eraseBuyerData` erases, apart from our answers to clicks, which are deleted by age.
 */
export const hasBuyersData = sql<boolean>`(
  details_sealed is not null or ${hasSentMarks} or flags @? '$[*].place' or coalesce(${hasEnteredWords}, false) or ${hasSupplierText}
)`;

/** Which of these store orders have which kind of buyers' data, besides country and province. */
export async function loadBuyerDataKinds(
  db: Kysely<Tables>,
  shop: ShopDomain,
  orderGids: readonly OrderGid[],
): Promise<OrdersByBuyerDataKind> {
  const rows =
    orderGids.length === 0
      ? []
      : await db
          .selectFrom('dropship_orders')
          .select((eb) => [
            'order_gid',
            eb.fn.count<number>('details_sealed').as('typed'),
            eb.fn.count<number>(eb.case().when(hasEnteredWords).then(1).end()).as('entered'),
            eb.fn.count<number>(eb.case().when(hasSupplierText).then(1).end()).as('answered'),
            eb.fn.count<number>(eb.case().when(hasSentMarks).then(1).end()).as('marked'),
            eb.fn.count<number>(eb.case().when(hasTracking).then(1).end()).as('tracked'),
            eb.fn.count<number>('checkout_url').as('linked'),
            eb.fn.count<number>('ref').as('referred'),
          ])
          .where('shop', '=', shop)
          .where('order_gid', 'in', orderGids)
          .groupBy('order_gid')
          .orderBy('order_gid')
          .execute();
  const having = (what: keyof OrdersByBuyerDataKind) => rows.filter((row) => row[what] > 0).map((row) => row.order_gid);
  return {
    typed: having('typed'),
    entered: having('entered'),
    answered: having('answered'),
    marked: having('marked'),
    tracked: having('tracked'),
    linked: having('linked'),
    referred: having('referred'),
  };
}
