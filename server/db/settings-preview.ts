// What proposed settings would make of the store: every article chosen, planned and priced by the functions a run uses, and
// nothing written. Where `a=stock` was not read yet, the list's price and the catalogue's colours stand for it.
import {type Kysely, sql} from 'kysely';
import type {Article, StockReading} from '#domain/catalogue/article.ts';
import {asksForMargin} from '#domain/catalogue/choice-rule.ts';
import type {HoldCode} from '#domain/catalogue/hold.ts';
import {type ListingPlan, planListing} from '#domain/catalogue/plan-listing.ts';
import {type ListedState, planRetirement} from '#domain/catalogue/plan-retirement.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Settings} from '#domain/settings.ts';
import {type ChoiceBasis, chooserOf, loadRows} from './choice.ts';
import {loadListings, type StoredListing} from './listings.ts';
import {addPrice, type PriceMove} from './preview-prices.ts';
import type {Tables} from './tables.ts';

export type SettingsPreview = {
  /** In the shop's copy of the catalogue and listed; and how many of them are chosen. */
  articles: number;
  chosen: number;
  /** On sale after the run, and their variants. */
  products: number;
  variants: number;
  created: number;
  updated: number;
  unchanged: number;
  restored: number;
  retired: number;
  quarantined: number;
  /** Products the merchant deleted in the store: left alone. */
  left: number;
  held: Partial<Record<HoldCode, number>>;
  /** Chosen articles whose details were not read yet: their price and sizes may turn out otherwise. */
  unread: number;
  /** Products on sale whose price changes, and the ones to look at first. */
  pricesChanged: number;
  prices: readonly PriceMove[];
  /** Why the retirements would wait for a word if nobody confirmed them; null: they would not. */
  brake: string | null;
};

export type PreviewBasis = {
  readonly settings: Settings;
  readonly store: ChoiceBasis['store'];
  readonly digest: (text: string) => string;
};

type Facts = {
  readonly id: string;
  readonly article: Article;
  readonly stock: StockReading | null;
  readonly listPrice: number | null;
};

const batchSize = 500;

/** Null when `signal` says that nobody waits for it any more. */
export async function previewSettings(
  db: Kysely<Tables>,
  shop: ShopDomain,
  basis: PreviewBasis,
  signal?: AbortSignal,
): Promise<SettingsPreview | null> {
  const sum = nothing();
  const choiceOf = chooserOf(basis);
  const leaving: ListedState[] = [];
  for await (const rows of loadRows(db, shop, asksForMargin(basis.settings.choice))) {
    const chosen = new Set(rows.filter((row) => choiceOf(row).chosen).map(({id}) => id));
    const leftOut = new Set(rows.filter(({hand}) => hand === 'left_out').map(({id}) => id));
    const [first, last] = [rows[0]?.id ?? '', rows.at(-1)?.id ?? ''];
    leaving.push(...(await loadOnShelf(db, shop, first, last, chosen, leftOut)));
    const listed = await loadListedIds(db, shop, first, last);
    sum.articles += listed.length;
    const ids = listed.filter((id) => chosen.has(id));
    sum.chosen += ids.length;
    for (let at = 0; at < ids.length; at += batchSize) {
      if (signal?.aborted) return null;
      await planBatch(db, shop, basis, ids.slice(at, at + batchSize), sum);
    }
  }
  addRetirements(sum, leaving);
  return sum;
}

const nothing = (): SettingsPreview => ({
  articles: 0,
  chosen: 0,
  products: 0,
  variants: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  restored: 0,
  retired: 0,
  quarantined: 0,
  left: 0,
  held: {},
  unread: 0,
  pricesChanged: 0,
  prices: [],
  brake: null,
});

async function planBatch(
  db: Kysely<Tables>,
  shop: ShopDomain,
  basis: PreviewBasis,
  ids: readonly string[],
  sum: SettingsPreview,
): Promise<void> {
  const {rows} = await sql<Facts>`
    select a.article_id as id, a.data as article, a.stock, a.list_price as "listPrice"
    from articles a
    where a.shop = ${shop} and a.article_id = any(${ids}::text[]) and a.data is not null
  `.execute(db);
  const listings = await loadListings(db, shop, ids);
  for (const facts of rows) {
    const listing = listings.get(facts.id) ?? null;
    if (facts.stock === null && listing?.reasonCode !== 'no_stock_answer') sum.unread += 1;
    const plan = planOne(facts, listing, basis);
    count(sum, plan, listing);
    addPrice(sum, facts.article, plan, listing, basis.store.currency);
  }
}

function planOne(facts: Facts, listing: StoredListing | null, {settings, store, digest}: PreviewBasis): ListingPlan {
  const stock = facts.stock ?? toAssumed(facts, listing);
  return planListing({article: facts.article, stock, listing, settings, store, digest});
}

/** Null where a run has asked already and was told nothing. */
function toAssumed({article, listPrice}: Facts, listing: StoredListing | null): StockReading | null {
  if (listing?.reasonCode === 'no_stock_answer' || listPrice === null) return null;
  return {price: listPrice, colours: article.colours, sizes: [], shipping: {}};
}

function count(sum: SettingsPreview, plan: ListingPlan, listing: StoredListing | null): void {
  switch (plan.kind) {
    case 'create':
      sum.created += 1;
      break;
    case 'update':
      if (listing?.state === 'retired') sum.restored += 1;
      else sum.updated += 1;
      break;
    case 'unchanged':
      sum.unchanged += 1;
      break;
    case 'hold':
      sum.held[plan.code] = (sum.held[plan.code] ?? 0) + 1;
      return;
    case 'quarantine':
      sum.quarantined += 1;
      return;
    case 'leave':
      sum.left += 1;
      return;
  }
  sum.products += 1;
  sum.variants +=
    plan.kind === 'unchanged'
      ? (listing?.variants.filter(({state}) => state === 'live').length ?? 0)
      : plan.draft.variants.length;
}

function addRetirements(sum: SettingsPreview, leaving: readonly ListedState[]): void {
  const plan = planRetirement(leaving, {choiceConfirmed: false});
  sum.retired = leaving.filter(({listed, chosen}) => !listed || !chosen).length;
  sum.brake = plan.kind === 'brake' ? plan.reason : null;
}

async function loadListedIds(db: Kysely<Tables>, shop: ShopDomain, first: string, last: string): Promise<string[]> {
  const rows = await db
    .selectFrom('articles')
    .select('article_id')
    .where('shop', '=', shop)
    .where('article_id', '>=', first)
    .where('article_id', '<=', last)
    .where('listed', '=', true)
    .execute();
  return rows.map((row) => row.article_id);
}

/** What is active or held among these articles, with what the proposed rules say of it. */
async function loadOnShelf(
  db: Kysely<Tables>,
  shop: ShopDomain,
  first: string,
  last: string,
  chosen: ReadonlySet<string>,
  leftOut: ReadonlySet<string>,
): Promise<ListedState[]> {
  const {rows} = await sql<Pick<ListedState, 'articleId' | 'state' | 'listed'>>`
    select l.article_id as "articleId", l.state, coalesce(a.listed, false) as listed
    from listings l left join articles a on a.shop = l.shop and a.article_id = l.article_id
    where l.shop = ${shop} and l.state in ('active', 'held') and l.part = '' and l.absence is distinct from 'keep'
      and l.article_id >= ${first} and l.article_id <= ${last}
  `.execute(db);
  return rows.map((row) => ({...row, chosen: chosen.has(row.articleId), leftOut: leftOut.has(row.articleId)}));
}
