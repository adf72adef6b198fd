// One bad article never stops a run: it is set aside with its reason, and the rest is done.

import {expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {countQuarantined, releaseQuarantine} from '../../../server/db/catalogue/quarantine.ts';
import type {Misbehaviour} from '../../sandbox/supplier/start.ts';
import {quickestEngine} from '../../support/test-app.ts';
import {onEachSyncTestApp, type Shop} from './sync-test-app.ts';

onEachSyncTestApp('one bad article', {articles: 60, shops: 15}, (app, engine) => {
  const brands = ['Tarn & Tweed', 'Ferro Lino', 'Nordhaag', 'Sablefen'];
  const everything = 7 + 2 + 2 + 2;
  const during = async <T>(rule: Misbehaviour, work: () => Promise<T>): Promise<T> => {
    const end = app().supplier.misbehave(rule);
    try {
      return await work();
    } finally {
      end();
    }
  };
  const reasons = async (shop: Shop) => {
    const rows = await app()
      .deps.db.selectFrom('quarantine')
      .select(['article_id', 'reason'])
      .where('shop', '=', shop.domain)
      .execute();
    return new Map(rows.map((row) => [row.article_id, row.reason]));
  };

  it('image that cannot be used is left out and named with its reason in the history; the product has the others', async () => {
    const shop = await app().openShop({brands});
    const fault = {kind: 'entries', fault: 'local-image', at: 0} as const;
    const run = await during({a: 'products', does: fault}, shop.run);
    expect(run).toMatchObject({state: 'done', counts: {created: everything, quarantined: 0}});
    const {db} = app().deps;
    const changes = await db.selectFrom('run_changes').selectAll().where('shop', '=', shop.domain).execute();
    expect(changes.filter(({kind}) => kind === 'quarantine')).toMatchObject([
      {
        article_id: '100000',
        field: 'images',
        before: 'https://photos.internal/1.jpg',
        after: null,
        why: 'The address names a machine of a private network.',
      },
    ]);
    const media = await db
      .selectFrom('listing_media')
      .select('url')
      .where('shop', '=', shop.domain)
      .where('article_id', '=', ArticleId.parse('100000'))
      .execute();
    expect(media.length).toBeGreaterThan(0);
    expect(media.map(({url}) => url)).not.toContain('https://photos.internal/1.jpg');
  });

  it('nested very deep loses an unknown field alone, and is set aside where a field is meant that is read', async () => {
    const shop = await app().openShop({brands});
    const at = (place: number, fault: 'deep-field' | 'deep-sizes'): Misbehaviour['does'] => [
      {kind: 'entries', fault, at: place},
    ];
    const all = app().supplier.catalogue.all();
    const [one = 0, other = 0] = all.flatMap(({brand}, index) => (brand === 'Nordhaag' ? [index] : []));
    const ends = [
      app().supplier.misbehave({a: 'products', does: at(one, 'deep-field')}),
      app().supplier.misbehave({a: 'product', id: all[other]?.id ?? '', does: at(0, 'deep-sizes')}),
    ];
    const run = await during({a: 'products', does: at(other, 'deep-sizes')}, shop.run);
    for (const end of ends) end();
    expect(run).toMatchObject({state: 'done', counts: {articles: 60, created: everything - 1, retired: 0}});
    expect([...shop.products().keys()]).toContain(all[one]?.id);
    expect((await reasons(shop)).get(ArticleId.parse(all[other]?.id ?? ''))).toContain('Its sizes is not text');
  });

  it('in another currency is set aside, and with more variants than a product may have held', async () => {
    const {catalogue} = app().supplier;
    const many = (word: string, count: number) => Array.from({length: count}, (_, index) => `${word} ${index}`);
    const before = catalogue.stated('100048');
    catalogue.setStock('100048', {colours: many('colour', 50), sizes: many('size', 50)});
    const shop = await app().openShop({brands});
    const run = await during({a: 'products', does: {kind: 'entries', fault: 'other-currency', at: 0}}, shop.run);
    expect(run).toMatchObject({state: 'done', counts: {created: everything - 2, quarantined: 1, held: 1}});
    expect(await reasons(shop)).toEqual(new Map([['100000', expect.stringContaining('"USD"')]]));
    expect(await shop.listing('100048')).toMatchObject({state: 'held', reason: expect.stringContaining('2500')});
    if (before !== undefined) catalogue.setStock('100048', before);
  });

  it.each([
    ['that cannot be read', {kind: 'say', text: '{"price": 12, "colours": "red"}', type: 'application/json'}],
    ['that is a web page', {kind: 'answer', as: 'html'}],
    ['that never comes', {kind: 'status', status: 500}],
  ] as const)('with a detail answer %s does not stop the others', async (_, does) => {
    const shop = await app().openShop({brands});
    const run = await during({a: 'stock', id: '100016', does}, shop.run);
    expect(run).toMatchObject({state: 'done', counts: {created: everything - 1, quarantined: 1}});
    expect((await reasons(shop)).get(ArticleId.parse('100016'))).toContain('a=stock');
    expect(await shop.run()).toMatchObject({state: 'done', counts: {created: 1, quarantined: 0}});
  });

  it('is one thing; a supplier that answers no detail at all ends the run', async () => {
    const shop = await app().openShop({brands});
    const run = await during({a: 'stock', does: {kind: 'status', status: 503}}, shop.run);
    expect(run).toMatchObject({state: 'failed', counts: {created: 0, writes: 0}});
    expect(run.reason).toContain('The supplier has trouble answering');
  });

  it('whose price is on request is held, and imported where the merchant wants it so', async () => {
    const shop = await app().openShop({brands: ['Calluna', 'Marlo Quist']});
    expect(await shop.run()).toMatchObject({state: 'done', counts: {held: 2, created: 0, writes: 0}});
    expect(shop.store.products()).toEqual([]);
    const held = await app()
      .deps.db.selectFrom('listings')
      .select(['state', 'reason'])
      .where('shop', '=', shop.domain)
      .execute();
    expect(held).toHaveLength(2);
    for (const row of held) expect(row).toEqual({state: 'held', reason: expect.stringContaining('on request')});
    await shop.set({onRequest: true});
    expect((await shop.run()).counts).toMatchObject({held: 0, created: 2});
    await shop.set({onRequest: false});
    expect((await shop.run()).counts).toMatchObject({held: 2, writes: 2});
    expect(shop.product('100025').status).toBe('DRAFT');
    await shop.set({onRequest: true});
    await shop.run();
    expect(shop.product('100025').status).toBe('ACTIVE');
  });

  // The tests above, and those of other suites, send each statement of those below to the other engine too.
  if (engine !== quickestEngine) return;

  it('on a page is set aside with its reason, counted, and well again when it can be read', async () => {
    const shop = await app().openShop({brands});
    // The first article of the page, of a chosen brand, is not readable by itself either.
    const rules = [
      app().supplier.misbehave({a: 'products', does: {kind: 'entries', fault: 'text-price', at: 0}}),
      app().supplier.misbehave({a: 'product', id: '100000', does: {kind: 'entries', fault: 'text-price', at: 0}}),
    ];
    const run = await shop.run();
    for (const end of rules) end();
    expect(run).toMatchObject({state: 'done', counts: {articles: 60, created: everything - 1}});
    expect(run.counts.quarantined).toBeGreaterThan(0);
    expect((await reasons(shop)).get(ArticleId.parse('100000'))).toContain('price that is not a number');
    expect(await countQuarantined(app().deps.db, shop.domain)).toBe(1);

    expect(await shop.run()).toMatchObject({state: 'done', counts: {created: 1, quarantined: 0}});
    expect(await countQuarantined(app().deps.db, shop.domain)).toBe(0);
  });

  it('that was imported before keeps its product, and leaves the quarantine although nothing else changed', async () => {
    const shop = await app().openShop({brands});
    await shop.run();
    const fault = {kind: 'entries', fault: 'null-description', at: [0, 3]} as const;
    const nameless = {kind: 'entries', fault: 'no-id', at: 5} as const;
    const run = await during({a: 'products', does: [fault, {...fault, fault: 'text-moq'}, nameless]}, shop.run);
    expect(run).toMatchObject({state: 'done', counts: {unchanged: everything, retired: 0, writes: 0}});
    expect([...(await reasons(shop)).keys()]).toContain('(no id)');
    expect(run.counts.quarantined).toBe((await reasons(shop)).size);
    expect(await shop.run()).toMatchObject({state: 'done', counts: {quarantined: 0, writes: 0}});
    expect((await reasons(shop)).size).toBe(0);
  });

  it('whose details or whose line of the list hold a deep field is read like any other', async () => {
    const shop = await app().openShop({brands});
    const deep = `${'['.repeat(500)}${']'.repeat(500)}`;
    const [first] = app().supplier.catalogue.listed();
    const items = app()
      .supplier.catalogue.listed()
      .map(({id, cents}) => `{"id":"${id}","price":${cents / 100}${id === first?.id ? `,"more":${deep}` : ''}}`);
    const list = {kind: 'say', type: 'application/json', text: `{"ok":true,"items":[${items.join(',')}]}`} as const;
    const end = app().supplier.misbehave({a: 'list', does: list});
    const stock = {
      kind: 'say',
      type: 'application/json',
      text: `{"price":12.5,"colours":[],"sizes":[],"more":${deep}}`,
    } as const;
    const run = await during({a: 'stock', id: '100040', does: stock}, shop.run);
    end();
    expect(run).toMatchObject({state: 'done', counts: {listed: items.length, created: everything, quarantined: 0}});
    expect(shop.product('100040').variants).toHaveLength(1);
  });

  it('that the store refuses three times is not sent again until it changes', async () => {
    const {testApp, supplier} = app();
    const shop = await app().openShop({brands: ['Nordhaag']});
    const end = testApp.shopify.misbehave({
      fault: 'userErrors',
      userErrors: [{code: 'INVALID_INPUT', field: ['input', 'title'], message: 'The title is taken.'}],
      when: ({shop: of, variables}) => of === shop.domain && JSON.stringify(variables).includes('100040'),
    });
    expect(await shop.run()).toMatchObject({state: 'done', counts: {created: 1, quarantined: 1}});
    expect((await reasons(shop)).get(ArticleId.parse('100040'))).toContain('The title is taken.');
    for (const _night of [2, 3]) {
      expect(await shop.run()).toMatchObject({state: 'done', counts: {quarantined: 1, unchanged: 1, writes: 1}});
    }
    const writes = shop.store.writes();
    expect(await shop.run()).toMatchObject({state: 'done', counts: {quarantined: 1, unchanged: 1, writes: 0}});
    expect(shop.store.writes()).toBe(writes);
    expect((await reasons(shop)).get(ArticleId.parse('100040'))).toContain('The title is taken.');
    end();
    expect((await shop.run()).counts.writes).toBe(0);
    supplier.catalogue.change('100040', {name: 'Another name'});
    expect(await shop.run()).toMatchObject({state: 'done', counts: {created: 1, quarantined: 0}});
    expect((await reasons(shop)).size).toBe(0);
  });

  it('that rests is tried again at once when the merchant asks, it alone', async () => {
    const {deps, testApp} = app();
    const shop = await app().openShop({brands: ['Nordhaag']});
    const end = testApp.shopify.misbehave({
      fault: 'userErrors',
      userErrors: [{code: 'INVALID_INPUT', field: ['input', 'title'], message: 'The title is taken.'}],
      when: ({shop: of, variables}) => of === shop.domain && JSON.stringify(variables).includes('100040'),
    });
    for (const _night of [1, 2, 3]) await shop.run();
    end();
    expect((await shop.run()).counts.created).toBe(0);
    await releaseQuarantine(deps.db, shop.domain, [ArticleId.parse('100040')]);
    expect(await shop.runOver('selected', ['100040'])).toMatchObject({
      state: 'done',
      counts: {articles: 1, created: 1},
    });
    expect((await reasons(shop)).size).toBe(0);
  });
});
