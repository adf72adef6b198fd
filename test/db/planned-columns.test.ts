// What a listing was planned from: kept over the upgrade from one text to columns, and void where the release before wrote last.
import {sql} from 'kysely';
import {beforeEach, expect, it} from 'vitest';
import type {PlanInputs} from '#domain/catalogue/settings-print.ts';
import {ArticleId, ProductGid, RunId, ShopDomain} from '#domain/ids.ts';
import {type Candidate, countStanding, loadCandidates} from '../../server/db/catalogue/candidates.ts';
import {saveQuarantine} from '../../server/db/catalogue/quarantine.ts';
import {plannedColumns} from '../../server/db/connection/migrations/0020-to-0039/0020-planned-columns.ts';
import {saveListing, saveUnchangedListings} from '../../server/db/listings/listings.ts';
import {saveInstalledShop} from '../../server/db/shops/shops.ts';
import {stock} from '../http/catalogue-test-app.ts';
import {onEachDatabase} from '../support/database.ts';

const shop = ShopDomain.parse('planned.myshopify.com');
const planning = {shop, settingsPrint: {pricing: 'p', onRequest: 'o', rest: 'r'}};
const oldText = sql`concat(a.hash, '|', a.list_price, '|', extract(epoch from a.stock_read_at), '|p.o.r')`;

onEachDatabase('what a listing was planned from', (current) => {
  const db = () => current().kysely;
  const candidates = async (): Promise<readonly Candidate[]> => {
    const found: Candidate[] = [];
    for await (const batch of loadCandidates(db(), planning)) found.push(...batch);
    return found;
  };

  beforeEach(async () => {
    await saveInstalledShop(db(), shop, {scopes: '', currency: 'EUR', taxesIncluded: true}, new Date());
    const read = {stock: {price: 1_800}};
    await stock({db: db()}, {failing: read, unchanged: read, unread: {}, reread: read}, shop);
    await db().updateTable('articles').set({chosen: true}).where('shop', '=', shop).execute();
    const usual = {
      state: 'active',
      reason: null,
      reasonCode: null,
      fingerprint: 'title:1',
      takenOffSale: false,
    } as const;
    for (const [at, articleId] of ['unchanged', 'unread', 'reread'].entries()) {
      const productGid = ProductGid.parse(`gid://shopify/Product/${at + 1}`);
      await saveListing(
        db(),
        shop,
        {articleId: ArticleId.parse(articleId), productGid, plannedFor: null, ...usual},
        new Date(),
      );
    }
  });

  const fail = async (input: PlanInputs | null) => {
    const runId = '00000000-0000-4000-8000-000000000001';
    await saveQuarantine(
      db(),
      shop,
      RunId.parse(runId),
      [{articleId: ArticleId.parse('failing'), reason: 'Odd.', input}],
      new Date(),
    );
  };

  /** As a run leaves them that plans all, and carries all but one. */
  const planAll = async () => {
    const [failing, ...others] = await candidates();
    expect([failing?.id, ...others.map(({id}) => id)]).toEqual(['failing', 'reread', 'unchanged', 'unread']);
    const facts = {fingerprint: 'title:1', cost: 1_800, price: 2_700, trace: []};
    const unchanged = others.map(({id, plannedFor}) => ({id, plannedFor, ...facts}));
    await saveUnchangedListings(db(), shop, unchanged);
    for (let run = 0; run < 3; run += 1) await fail(failing?.plannedFor ?? null);
  };

  it('means the same after the upgrade, and so does what failed three times', async () => {
    await fail(null);
    const statements = [
      sql`update listings l set planned_for = ${oldText} from articles a where a.article_id = l.article_id`,
      sql`update quarantine q set failures = 3, input_hash = ${oldText} from articles a where a.article_id = q.article_id`,
      sql`update articles set stock_read_at = stock_read_at + interval '1 day' where article_id = 'reread'`,
      ...plannedColumns.slice(1).map((statement) => sql.raw(statement)),
    ];
    for (const statement of statements) await statement.execute(db());
    expect(await countStanding(db(), planning)).toEqual({chosen: 4, unchanged: 2, held: 0, resting: 1, moved: 0});
    const [reread, ...others] = await candidates();
    expect(others).toEqual([]);
    const {stockReadAt, ...nightly} = reread?.plannedFor ?? {stockReadAt: null};
    expect(reread).toMatchObject({id: 'reread', sampled: true});
    expect(reread?.lastPlannedFor).toEqual({...nightly, stockReadAt: (stockReadAt ?? 0) - 86_400_000});
  });

  it('is known again by the next run as it was handed out', async () => {
    await planAll();
    expect(await candidates()).toEqual([]);
    expect(await countStanding(db(), planning)).toEqual({chosen: 4, unchanged: 3, held: 0, resting: 1, moved: 0});
  });

  it('is compared with the supplier’s cost of now', async () => {
    await planAll();
    const dearer = JSON.stringify({price: 1_801});
    await db()
      .updateTable('articles')
      .set({stock: dearer})
      .where('article_id', 'in', [ArticleId.parse('reread'), ArticleId.parse('failing')])
      .execute();
    expect((await countStanding(db(), planning)).moved).toBe(1);
  });

  it.each([
    ['planned it', 'another|text|of|p.o.r'],
    ['wants it planned again', null],
  ])('is void where a process of the release before %s', async (_, planned_for) => {
    await planAll();
    await db()
      .updateTable('listings')
      .set({planned_for})
      .where('article_id', '=', ArticleId.parse('unchanged'))
      .execute();
    expect(await candidates()).toMatchObject([{id: 'unchanged', lastPlannedFor: null, sampled: false}]);
  });
});
