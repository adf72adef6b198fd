// Changes to articles and their products, by the merchant or the app. Each is one transaction with its entries in the audit trail.
import {type Kysely, sql} from 'kysely';
import {type OwnableField, type Owner, ownableFields} from '#domain/catalogue/product-fields.ts';
import type {ArticleId, ShopDomain, VariantGid} from '#domain/ids.ts';
import {euroText} from '#domain/money.ts';
import {requireReadable} from '#domain/settings/settings.ts';
import {saveManualChoice, toChoiceBasis} from '../db/catalogue/choice.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {loadListingFacts} from '../db/listings/listing-facts.ts';
import {saveVariantOffSale} from '../db/listings/listing-variants.ts';
import type {StoredListing} from '../db/listings/listings.ts';
import {lockListings} from '../db/listings/lock-listing.ts';
import {giveFieldBack, giveFieldsBack, saveFieldOwner} from '../db/listings/ownership.ts';
import {askToPublish, forgetToPublish} from '../db/listings/publish-due.ts';
import {approveCost, takeOutOfBrakes} from '../db/runs/brakes.ts';
import {lockSetBackFields} from '../db/runs/set-back-fields.ts';
import {saveAudit, saveAudits} from '../db/shops/audit.ts';
import {loadShopWithSettings} from '../db/shops/shops.ts';
import type {Tables} from '../db/tables/tables.ts';

/** The shop that is changed, who changes it, and when. */
export type ChangeContext = {readonly shop: ShopDomain; readonly actor: string; readonly now: Date};

/** The merchant's choice for one article; null: the rules decide. */
type ManualChoice = 'picked' | 'left_out' | null;

/** Picks articles by hand, leaves them out, or returns them to the rules; the next run applies it. Returns how many of the articles exist. */
export async function changeManualChoice(
  db: Kysely<Tables>,
  {shop, actor, now}: ChangeContext,
  articleIds: readonly ArticleId[],
  hand: ManualChoice,
): Promise<number> {
  const {facts, ...stored} = await loadShopWithSettings(db, shop);
  const basis = toChoiceBasis(requireReadable(stored), facts ?? {currency: null, taxesIncluded: null});
  const ids = [...new Set(articleIds)];
  return inTransaction(db, async (transaction) => {
    // Locks all of them in one order, because the statements below write them in other orders.
    const {rows} = await sql<{id: string; hand: ManualChoice}>`
      select article_id as id, hand from articles where shop = ${shop} and article_id = any(${ids}::text[])
      order by article_id for update
    `.execute(transaction);
    const changed = await saveManualChoice(transaction, shop, ids, hand, basis);
    if (hand === 'left_out') await takeOutOfBrakes(transaction, shop, ids, now);
    if (hand === 'left_out') await forgetToPublish(transaction, shop, ids);
    const entries = rows
      .filter((row) => row.hand !== hand)
      .map(({id, hand: before}) => ({
        actor,
        action: 'choice_changed' as const,
        subject: id,
        before: before ?? byRulesText,
        after: hand ?? byRulesText,
      }));
    await saveAudits(transaction, shop, entries, now);
    return changed;
  });
}

/** How the audit trail names that no choice was made by hand. */
const byRulesText = 'by the rules';

/** Approves an article's new cost. @param cost euro cents, the cost that the merchant saw. */
export async function approveCostOf(
  db: Kysely<Tables>,
  {shop, actor, now}: ChangeContext,
  articleId: ArticleId,
  cost: number,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const before = (await loadListingFacts(transaction, shop, articleId, ''))?.cost ?? null;
    if (!(await approveCost(transaction, shop, articleId, cost))) return;
    const values = {before: before === null ? null : euroText(before), after: euroText(cost)};
    await saveAudit(transaction, shop, {actor, action: 'cost_approved', subject: articleId, ...values}, now);
  });
}

/** Marks a variant as off sale although the supplier states it, or removes the mark. A later run changes the store. */
export async function changeOffSale(
  db: Kysely<Tables>,
  {shop, actor, now}: ChangeContext,
  {gid, articleId, offSale}: {readonly gid: VariantGid; readonly articleId: ArticleId; readonly offSale: boolean},
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const before = await saveVariantOffSale(transaction, shop, gid, offSale, now);
    if (before === null || before.offSale === offSale) return;
    const words = [before.colour, before.size].filter((word) => word !== null).join(', ');
    const detail = `variant ${gid}${words === '' ? '' : `: ${words}`}`;
    const values = {before: offSaleText(before.offSale), after: offSaleText(offSale)};
    await saveAudit(transaction, shop, {actor, action: 'off_sale_changed', subject: articleId, detail, ...values}, now);
  });
}

/** The state of a variant for the audit trail. */
const offSaleText = (isOff: boolean): string => (isOff ? 'off sale' : 'on sale');

/** Makes the sync or the merchant the owner of a field of this one product. @param before the listing before the change. */
export async function changeFieldOwner(
  db: Kysely<Tables>,
  {shop, actor, now}: ChangeContext,
  articleId: ArticleId,
  {field, owner, before}: {readonly field: OwnableField; readonly owner: Owner; readonly before: StoredListing},
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const isSaved =
      owner === 'sync'
        ? await giveFieldBack(transaction, shop, articleId, field)
        : await saveFieldOwner(transaction, shop, articleId, field, owner);
    if (!isSaved) return;
    const entry = toGivenBackEntry(actor, articleId, field, before);
    const action = owner === 'sync' ? entry.action : 'field_taken';
    await saveAudit(transaction, shop, {...entry, action, after: owner}, now);
  });
}

/** Most products of one call of `giveBackSetBack`. */
export const mostGivenBack = 200;

/**
 * Gives the fields that are still as an undo set them back to the sync again, of the next `mostGivenBack` products; edits of the merchant's
 * own stay. Returns of how many products.
 */
export async function giveBackSetBack(db: Kysely<Tables>, {shop, actor, now}: ChangeContext): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const fieldsOf = await lockSetBackFields(transaction, shop, mostGivenBack);
    const before = await giveFieldsBack(transaction, shop, fieldsOf);
    const entries = [...fieldsOf].flatMap(([subject, fields]) => {
      const listing = before.get(subject);
      return listing === undefined ? [] : fields.map((field) => toGivenBackEntry(actor, subject, field, listing));
    });
    await saveAudits(transaction, shop, entries, now);
    return before.size;
  });
}

/** Gives back every field that the merchant edited on these products; a later run writes them. Returns which were given back of each. */
export async function giveEditsBack(
  db: Kysely<Tables>,
  {shop, actor, now}: ChangeContext,
  articleIds: readonly ArticleId[],
): Promise<ReadonlyMap<ArticleId, {readonly before: StoredListing; readonly fields: readonly OwnableField[]}>> {
  return inTransaction(db, async (transaction) => {
    const listings = await lockListings(transaction, shop, articleIds);
    const given = articleIds.flatMap((id) => {
      const before = listings.get(id);
      if (before === undefined) return [];
      const fields = ownableFields.filter((field) => Object.hasOwn(before.edits, field));
      return fields.length === 0 ? [] : [[id, {before, fields}] as const];
    });
    await giveFieldsBack(transaction, shop, new Map(given.map(([id, {fields}]) => [id, fields])));
    const entries = given.flatMap(([id, {before, fields}]) =>
      fields.map((field) => toGivenBackEntry(actor, id, field, before)),
    );
    await saveAudits(transaction, shop, entries, now);
    return new Map(given);
  });
}

/** Asks the next run to publish drafts that the app made. @param articleIds null: all of them. Returns those that were not asked for yet. */
export async function publishDrafts(
  db: Kysely<Tables>,
  {shop, actor, now}: ChangeContext,
  articleIds: readonly ArticleId[] | null,
): Promise<readonly ArticleId[]> {
  return inTransaction(db, async (transaction) => {
    const asked = await askToPublish(transaction, shop, articleIds);
    const entry = {actor, action: 'publishing_asked' as const, before: 'draft', after: 'to be published'};
    await saveAudits(
      transaction,
      shop,
      asked.map((subject) => ({...entry, subject})),
      now,
    );
    return asked;
  });
}

/** The entry of the audit trail that a field belongs to the sync again. @param before the listing before the change. */
const toGivenBackEntry = (actor: string, subject: ArticleId, field: OwnableField, before: StoredListing) => ({
  actor,
  action: 'field_given_back' as const,
  subject,
  detail: field,
  before: ownerText(before, field),
  after: 'sync',
});

/** The field's owner for the audit trail, with the edited value, because giving the field back replaces it. */
function ownerText({ownedHere, edits}: StoredListing, field: OwnableField): string {
  const edit = new Map(Object.entries(edits)).get(field);
  if (edit !== undefined) return `merchant, edited to ${edit.live === null ? 'nothing' : `"${edit.live}"`}`;
  return ownedHere[field] ?? 'as set for the shop';
}
