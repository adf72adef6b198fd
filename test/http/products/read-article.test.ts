// Price, colours and sizes of an article that no run has read, asked for when its page is opened.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import {ArticleId, ShopDomain} from '#domain/ids.ts';
import {refreshChosen, toChoiceBasis} from '../../../server/db/catalogue/choice.ts';
import {loadShop, loadStoredSettings, saveSettings} from '../../../server/db/shops/shops.ts';
import {ArticleDetail} from '../../../server/http/contract/article.ts';
import {defaultRates} from '../../../server/queue/rate-limits.ts';
import {importEverything, oneEngine, openTestApp, type TestApp} from '../../support/test-app.ts';
import {ask} from '../asking.ts';
import {refusalOf} from '../bare-app.ts';

// On one engine: `http/preview-and-run` and `db/rule-counts` send its statements on both.
describe.each(oneEngine)('an article that no run has read, on %s', (engine) => {
  let app: TestApp;
  let unread: readonly string[];
  beforeAll(async () => {
    app = await openTestApp(engine, {
      supplier: {articles: 60},
      replacements: {rates: {...defaultRates, articleReads: {points: 5, duration: 3_600}}},
    });
    const [brand = ''] = app.supplier.catalogue.all().map((article) => article.brand);
    await importEverything(app, [brand]);
    const rows = await app.deps.db
      .selectFrom('articles')
      .select('article_id')
      .where('stock', 'is', null)
      .where('listed', '=', true)
      .orderBy('article_id')
      .execute();
    unread = rows.map((row) => row.article_id);
  }, 60_000);
  afterAll(() => app.close());

  const call = (method: string, path: string) =>
    ask(`${app.url}/api/articles/${path}`, {
      method,
      headers: {authorization: `Bearer ${app.shopify.sessionToken(app.shop)}`},
    });
  const read = (id: string) => call('POST', `${encodeURIComponent(id)}/read`);
  const nth = (at: number) => unread[at] ?? '';
  const requests = () => app.supplier.requestCount('dropship', 'stock');

  it('is read at the supplier, and only once: the words are those the supplier states', async () => {
    const id = nth(0);
    expect(ArticleDetail.parse((await call('GET', encodeURIComponent(id))).json).stock).toBeNull();
    const before = requests();
    const {stock, listing} = ArticleDetail.parse((await read(id)).json);
    expect(stock).toMatchObject(app.supplier.catalogue.stated(id) ?? {});
    expect(stock?.price).toBe(app.supplier.catalogue.listed().find((one) => one.id === id)?.cents);
    expect(listing).toBeNull();
    expect((await read(id)).status).toBe(200);
    expect(requests()).toBe(before + 1);
  });

  it('is not known to the supplier: says so, and nothing is stored', async () => {
    const id = nth(1);
    const end = app.supplier.misbehave({api: 'dropship', a: 'stock', does: {kind: 'status', status: 404}});
    expect(refusalOf(await read(id))).toMatchObject({status: 409, code: 'no_stock_answer'});
    end();
  });

  it('cannot be asked for while the supplier is down', async () => {
    await app.supplier.setDown(true);
    expect(refusalOf(await read(nth(2)))).toMatchObject({status: 503, code: 'supplier_unavailable'});
    await app.supplier.setDown(false);
    expect(ArticleDetail.parse((await call('GET', encodeURIComponent(nth(2)))).json).stock).toBeNull();
  });

  it('is left out at once where it costs more than the rule that chose it allows', async () => {
    const {db, now} = app.deps;
    const id = nth(6);
    const {cents = 0} = app.supplier.catalogue.listed().find((one) => one.id === id) ?? {};
    const shop = ShopDomain.parse(app.shop);
    const {settings} = await loadStoredSettings(db, shop);
    const facts = await loadShop(db, shop);
    const rule = ChoiceRule.parse({id: 'cheap', effect: 'include', costTo: cents});
    const limited = {...settings, choice: [...settings.choice, rule]};
    await saveSettings(db, shop, limited, now());
    if (facts !== null) await refreshChosen(db, shop, toChoiceBasis(limited, facts));
    expect(ArticleDetail.parse((await call('GET', id)).json)).toMatchObject({chosen: true, chosenBy: 'cheap'});
    const text = JSON.stringify({ok: true, price: (cents + 1) / 100, stock_tracked: false, shipping: {}});
    const end = app.supplier.misbehave({a: 'stock', id, does: {kind: 'say', type: 'application/json', text}});
    expect(ArticleDetail.parse((await read(id)).json)).toMatchObject({stock: {price: cents + 1}, chosen: false});
    end();
    await saveSettings(db, shop, settings, now());
  });

  it('is not asked for while the supplier does not list it', async () => {
    const id = nth(3);
    await app.deps.db
      .updateTable('articles')
      .set({listed: false})
      .where('article_id', '=', ArticleId.parse(id))
      .execute();
    const before = requests();
    expect(ArticleDetail.parse((await read(id)).json).stock).toBeNull();
    expect(requests()).toBe(before);
  });

  it('is not asked for more often than a page can be opened: the limit says when to try again', async () => {
    expect((await read(nth(4))).status).toBe(200);
    const before = requests();
    const refused = await read(nth(5));
    expect(refusalOf(refused)).toMatchObject({status: 429, code: 'too_many_requests'});
    expect(requests()).toBe(before);
  });
});
