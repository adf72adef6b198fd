// Changes to articles and their products, by the merchant or the app. Each is one transaction with its entries in the audit trail.
import {type Kysely, sql} from 'kysely';
import type {OwnableField, Owner} from '#domain/catalogue/product-fields.ts';
import type {ArticleId, ShopDomain, VariantGid} from '#domain/ids.ts';
import {eur, toDecimal} from '#domain/money.ts';
import {type ChoiceBasis, saveManualChoice} from '../db/catalogue/choice.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {loadListingFacts} from '../db/listings/listing-facts.ts';
import {saveOffSale} from '../db/listings/listing-variants.ts';
import type {StoredListing} from '../db/listings/listings.ts';
import {giveFieldBack, saveOwner} from '../db/listings/ownership.ts';
import {approveCost} from '../db/runs/brakes.ts';
import {saveAudit, saveAudits} from '../db/shops/audit.ts';
import type {Tables} from '../db/tables/tables.ts';

/** Who changes it, when, and in which shop. */
export type By = {readonly shop: ShopDomain; readonly actor: string; readonly now: Date};

type ManualChoice = 'picked' | 'left_out' | null;

/** Returns how many articles exist. Only those whose choice changes are written to the audit trail. */
export async function changeManualChoice(
  db: Kysely<Tables>,
  {shop, actor, now}: By,
  ids: readonly ArticleId[],
  hand: ManualChoice,
  basis: ChoiceBasis,
): Promise<number> {
  return inTransaction(db, async (transaction) => {
    // All of them, also those that stay as they are: the statements below write them in other orders.
    const {rows} = await sql<{id: string; hand: ManualChoice}>`
      select article_id as id, hand from articles where shop = ${shop} and article_id = any(${ids}::text[])
      order by article_id for update
    `.execute(transaction);
    const changed = await saveManualChoice(transaction, shop, ids, hand, basis);
    const entries = rows
      .filter((row) => row.hand !== hand)
      .map(({id, hand: before}) => ({
        actor,
        action: 'choice_changed',
        subject: id,
        before: before ?? byTheRules,
        after: hand ?? byTheRules,
      }));
    await saveAudits(transaction, shop, entries, now);
    return changed;
  });
}

const byTheRules = 'by the rules';

/** @param cost euro cents, the cost the merchant saw. */
export async function approveCostOf(
  db: Kysely<Tables>,
  {shop, actor, now}: By,
  articleId: ArticleId,
  cost: number,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const before = (await loadListingFacts(transaction, shop, articleId, ''))?.cost ?? null;
    if (!(await approveCost(transaction, shop, articleId, cost))) return;
    const values = {before: before === null ? null : toEuros(before), after: toEuros(cost)};
    await saveAudit(transaction, shop, {actor, action: 'cost_approved', subject: articleId, ...values}, now);
  });
}

const toEuros = (cents: number): string => `${toDecimal(eur(cents))} EUR`;

/** Marks a variant as off sale although the supplier states it, or unmarks it; the store changes later. @param articleId its article. */
export async function changeOffSale(
  db: Kysely<Tables>,
  {shop, actor, now}: By,
  {gid, articleId, offSale}: {readonly gid: VariantGid; readonly articleId: ArticleId; readonly offSale: boolean},
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const before = await saveOffSale(transaction, shop, gid, offSale, now);
    if (before === null || before.offSale === offSale) return;
    const words = [before.colour, before.size].filter((word) => word !== null).join(', ');
    const detail = `variant ${gid}${words === '' ? '' : `: ${words}`}`;
    const values = {before: saleText(before.offSale), after: saleText(offSale)};
    await saveAudit(transaction, shop, {actor, action: 'off_sale_changed', subject: articleId, detail, ...values}, now);
  });
}

const saleText = (isOff: boolean): string => (isOff ? 'off sale' : 'on sale');

/** Gives a field of this one product to the sync or to the merchant. @param before the listing as it was. */
export async function changeFieldOwner(
  db: Kysely<Tables>,
  {shop, actor, now}: By,
  articleId: ArticleId,
  {field, owner, before}: {readonly field: OwnableField; readonly owner: Owner; readonly before: StoredListing},
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const isSaved =
      owner === 'sync'
        ? await giveFieldBack(transaction, shop, articleId, field)
        : await saveOwner(transaction, shop, articleId, field, owner);
    if (!isSaved) return;
    const action = owner === 'sync' ? 'field_given_back' : 'field_taken';
    const entry = {actor, action, subject: articleId, detail: field, before: ownerText(before, field), after: owner};
    await saveAudit(transaction, shop, entry, now);
  });
}

/** An edit in the store makes the merchant the field's owner. Giving the field back to the sync replaces the edited value. */
function ownerText({ownedHere, edits}: StoredListing, field: OwnableField): string {
  const edit = new Map(Object.entries(edits)).get(field);
  if (edit !== undefined) return `merchant, edited to ${edit.live === null ? 'nothing' : `"${edit.live}"`}`;
  return ownedHere[field] ?? 'as set for the shop';
}
