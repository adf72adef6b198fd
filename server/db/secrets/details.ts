// Details the merchant typed for an order that lacks them: sealed, until the supplier has them. And the erasure of buyers' data.
import {type Kysely, type RawBuilder, sql, type UpdateQueryBuilder, type UpdateResult} from 'kysely';
import {z} from 'zod';
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import {noDetails, type TypedDetails} from '#domain/orders/merchant-overrides.ts';
import type {Reason, ReasonCode} from '#domain/orders/reasons.ts';
import {openOrNull, type Sealer} from '../../sealing.ts';
import {inTransaction} from '../connection/transaction.ts';
import type {Tables} from '../tables/tables.ts';

const Word = z.string().nullable().default(null);
const Details = z.object({colour: Word, size: Word, name: Word, email: Word});

export const placeOfDetails = (shop: string) => ({shop, column: 'dropship_orders.details'});

export function sealDetails(sealer: Sealer, shop: ShopDomain, details: TypedDetails): string {
  return sealer.seal(JSON.stringify(details), placeOfDetails(shop));
}

/** Null where the encryption keys no longer open the typed details. */
export function openDetails(
  sealer: Sealer,
  {shop, details_sealed: sealed}: {readonly shop: string; readonly details_sealed: string | null},
): TypedDetails | null {
  if (sealed === null) return noDetails;
  const text = openOrNull(sealer, sealed, placeOfDetails(shop));
  return text === null ? null : Details.parse(JSON.parse(text));
}

const flagsWithoutPlace = sql<string>`(
  select coalesce(jsonb_agg(flag - 'place' order by at), '[]') from jsonb_array_elements(flags) with ordinality as each (flag, at)
)`;

/** Only these two store the supplier's own text, which may mention the buyer. */
const spokenOf = ['rejected', 'unconfirmed'] as const satisfies readonly ReasonCode[];

const afterErasing: Readonly<Record<(typeof spokenOf)[number], string>> = {
  rejected: 'The supplier said no. What it said was erased with the buyer’s data.',
  unconfirmed:
    'It is not known whether the supplier has this order; what it answered was erased with the buyer’s data. Look for the reference in your supplier account before placing it again.',
};

const nameErased = 'The buyer entered something that is asked about. Its name was erased with the buyer’s data.';

/** The last two name what the buyer entered. The shop chose the names, but a shopper can send others. */
const erasedReasons: ReadonlyMap<ReasonCode, string> = new Map<ReasonCode, string>([
  ['rejected', afterErasing.rejected],
  ['unconfirmed', afterErasing.unconfirmed],
  ['property_unread', nameErased],
  ['property_asked', nameErased],
]);

/** For a statement on `dropship_orders`: the text of the reason, or what is left of it once the buyer asked to be erased. */
export const keptReason = ({code, text}: Reason): RawBuilder<string> =>
  sql`case when buyer_erased_at is null then ${text} else ${erasedReasons.get(code) ?? text} end`;

/**
 * For these store orders, erases the typed details, the words buyers entered, the marks of what was sent (in flags too), the supplier's
 * own texts, and our stored answers that repeat them. Returns how many dropship orders had typed details.
 */
export async function eraseDetails(
  db: Kysely<Tables>,
  shop: ShopDomain,
  orderGids: readonly OrderGid[],
  now: Date,
): Promise<number> {
  if (orderGids.length === 0) return 0;
  return inTransaction(db, (trx) => eraseWithin(trx, shop, orderGids, now));
}

async function eraseWithin(
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
  await eraseAnswers(trx, shop, orderGids);
  return Number(typed.numUpdatedRows);
}

/**
 * The same at the buyer's request, which the rows remember: the tracking goes at once, and the checkout link as soon as the order no longer
 * awaits payment, whatever is written later (migration 39). The supplier's reference stays: it is the merchant's record of a purchase.
 */
export async function eraseAsAsked(
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
    return eraseWithin(trx, shop, orderGids, now);
  });
}

/** Whether the buyer entered this word with the line. */
const isBuyers = (what: 'colour' | 'size') => sql<boolean>`words->${what}->>'from' = 'property'`;

/** Erases the texts the buyer entered with the line, whether they were ordered already or not. */
async function eraseBuyersWords(
  orders: UpdateQueryBuilder<Tables, 'dropship_orders', 'dropship_orders', UpdateResult>,
) {
  await orders
    .set((eb) => ({
      colour: eb.case().when(isBuyers('colour')).then(null).else(eb.ref('colour')).end(),
      size: eb.case().when(isBuyers('size')).then(null).else(eb.ref('size')).end(),
      words: null,
    }))
    .where((eb) => eb.or([isBuyers('colour'), isBuyers('size')]))
    .execute();
}

async function eraseAnswers(trx: Kysely<Tables>, shop: ShopDomain, orderGids: readonly OrderGid[]): Promise<void> {
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
    .where('verdict', 'in', spokenOf)
    .execute();
  await sql`delete from repeats where shop = ${shop} and answer->>'orderGid' = any(${orderGids}::text[])`.execute(trx);
}

/**
 * Store orders with typed details, words the buyer entered with a line, an answer of the supplier, a mark of what was sent, a tracking number
 * or link, a checkout link, or the supplier's reference.
 */
type Kind = 'typed' | 'entered' | 'answered' | 'marked' | 'tracked' | 'linked' | 'referred';
type KeptKinds = {readonly [kind in Kind]: readonly string[]};

const isTracked = sql<boolean>`(
  tracking_number is not null or tracking_url is not null
  or fulfilments @? '$[*].tracking ? (@.number != null || @.url != null)'
)`;

const isEntered = sql<boolean>`(${isBuyers('colour')} or ${isBuyers('size')})`;

const isAnswered = sql<boolean>`(
  exists (select from dropship_attempts a where a.shop = dropship_orders.shop and a.dropship_order_id = dropship_orders.id
    and a.verdict = any(${[...spokenOf]}::text[]) and a.detail is not null)
  or (reason_code = any(${[...spokenOf]}::text[]) and reason <> all(${Object.values(afterErasing)}::text[]))
)`;

const isMarked = sql<boolean>`(coalesce(address_mark, name_mark, email_mark) is not null)`;

/** Whether the dropship order has anything that `eraseDetails` erases, apart from our answers to clicks, which are deleted by age. */
export const hasBuyersData = sql<boolean>`(
  details_sealed is not null or ${isMarked} or flags @? '$[*].place' or coalesce(${isEntered}, false) or ${isAnswered}
)`;

/** What is stored of the buyers of these store orders, besides country and province. */
export async function loadKept(
  db: Kysely<Tables>,
  shop: ShopDomain,
  orderGids: readonly OrderGid[],
): Promise<KeptKinds> {
  const rows =
    orderGids.length === 0
      ? []
      : await db
          .selectFrom('dropship_orders')
          .select((eb) => [
            'order_gid',
            eb.fn.count<number>('details_sealed').as('typed'),
            eb.fn.count<number>(eb.case().when(isEntered).then(1).end()).as('entered'),
            eb.fn.count<number>(eb.case().when(isAnswered).then(1).end()).as('answered'),
            eb.fn.count<number>(eb.case().when(isMarked).then(1).end()).as('marked'),
            eb.fn.count<number>(eb.case().when(isTracked).then(1).end()).as('tracked'),
            eb.fn.count<number>('checkout_url').as('linked'),
            eb.fn.count<number>('ref').as('referred'),
          ])
          .where('shop', '=', shop)
          .where('order_gid', 'in', orderGids)
          .groupBy('order_gid')
          .orderBy('order_gid')
          .execute();
  const having = (what: keyof KeptKinds) => rows.filter((row) => row[what] > 0).map((row) => row.order_gid);
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
