// A catalogue of a few articles whose pages a test writes itself, byte by byte, for two shops: one of them remembers items, the other one
// is made to forget them before each run.
import {sql} from 'kysely';
import {expect} from 'vitest';
import {ARTICLE_FAULTS} from '../../sandbox/supplier/answers/spoil-entries.ts';
import type {Shop, SyncTestApp} from '../sync/sync-test-app.ts';

export type RawArticle = Readonly<Record<string, unknown>>;

/** The bytes of an item. */
export type ItemText = string;

/** The pages of one night, each a list of items as text; or a whole page as text. */
export type Night = readonly (readonly ItemText[] | string)[];

/** Has the supplier answer with these pages while `work` runs. */
export async function serving<T>({supplier}: SyncTestApp, night: Night, work: () => Promise<T>): Promise<T> {
  const ends = night.map((page, at) =>
    supplier.misbehave({
      a: 'products',
      page: at + 1,
      does: {kind: 'say', type: 'application/json', text: typeof page === 'string' ? page : toPage(night, at, page)},
    }),
  );
  try {
    return await work();
  } finally {
    for (const end of ends) end();
  }
}

/** @param extra further fields of the envelope, as text. */
export function toPage(night: Night, at: number, items: readonly ItemText[], extra = ''): string {
  const total = night.reduce((sum, page) => sum + (typeof page === 'string' ? 0 : page.length), 0);
  const next = at + 1 < night.length ? at + 2 : null;
  return `{"ok":true,${extra}"page":${at + 1},"per_page":200,"pages":${night.length},"total":${total},"next_page":${next},"items":[${items.join(',')}]}`;
}

/** Ways to write an article, by name. All but `plain` and `renamed…` and the faults say the same as `plain`. */
export const writings: Readonly<Record<string, (article: RawArticle) => ItemText>> = {
  plain: (article) => JSON.stringify(article),
  reversed: (article) => JSON.stringify(Object.fromEntries(Object.entries(article).toReversed())),
  spaced: (article) => JSON.stringify(article, null, 1),
  escaped: (article) => JSON.stringify(article).replaceAll('e', '\\u0065'),
  doubled: (article) => JSON.stringify(article).replace('{', '{"name":"not this one","id":"999",'),
  'number as id': (article) => JSON.stringify({...article, id: Number(article['id'])}),
  renamed: (article) => JSON.stringify({...article, name: `${String(article['name'])} II`}),
  'with other prices': (article) => JSON.stringify({...article, price_tiers: [{min_qty: 1, price: 19.5}], rrp: 99}),
  'with other images': (article) => JSON.stringify({...article, images: ['https://img.example.com/other.jpg']}),
  'with signed images': (article) =>
    JSON.stringify({...article, images: ['https://img.example.com/1.jpg?X-Amz-Signature=a&X-Amz-Date=1']}),
  'with images signed again': (article) =>
    JSON.stringify({...article, images: ['https://img.example.com/1.jpg?X-Amz-Signature=b&X-Amz-Date=2']}),
  ...Object.fromEntries(
    Object.entries(ARTICLE_FAULTS)
      .filter(([name]) => name !== 'huge-text')
      .map(([name, spoil]) => [`fault ${name}`, (article: RawArticle) => JSON.stringify(spoil(article) ?? null)]),
  ),
};

/** What a night left: how the run ended, and all that the shop has of the catalogue. */
export async function outcomeOf(app: SyncTestApp, shop: Shop, night: Night) {
  const {db} = app.deps;
  const {state, reason, counts} = await serving(app, night, () => shop.run());
  const ofShop = (table: 'articles' | 'quarantine') =>
    sql<Record<string, unknown>>`select * from ${sql.table(table)} where shop = ${shop.domain} order by article_id`
      .execute(db)
      .then(({rows}) =>
        rows.map(({shop: _shop, run_id: _run, since: _since, stock_read_at: _read, updated_at: _at, ...row}) => row),
      );
  const {rows: changes} = await sql`select article_id, kind, field, before, after, why from run_changes
    where run_id = (select id from runs where shop = ${shop.domain} order by started_at desc, fence desc limit 1)
    order by article_id, kind, field, before`.execute(db);
  return {state, reason, counts, articles: await ofShop('articles'), quarantine: await ofShop('quarantine'), changes};
}

export async function forgetItems({deps}: SyncTestApp, shop: Shop): Promise<void> {
  await sql`delete from known_items where shop = ${shop.domain}`.execute(deps.db);
}

/** Runs the night in both shops, which must come to the same. */
export async function expectSame(
  app: SyncTestApp,
  {remembering, forgetting}: {readonly remembering: Shop; readonly forgetting: Shop},
  night: Night,
  what = '',
) {
  await forgetItems(app, forgetting);
  const parsed = await outcomeOf(app, forgetting, night);
  const remembered = await outcomeOf(app, remembering, night);
  expect(remembered, what).toEqual(parsed);
  return remembered;
}
