import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {z} from 'zod';
import {RunId, ShopDomain} from '#domain/ids.ts';
import {syncCatalogue} from '../../jobs/sync-catalogue.ts';
import {Approvals} from '../../server/http/contract/approvals.ts';
import {Preview} from '../../server/http/contract/preview.ts';
import {Changes, Run} from '../../server/http/contract/runs.ts';
import {Pricing, Rules} from '../../server/http/contract/settings.ts';
import {openTestApp, type TestApp, testEngines} from '../support/test-app.ts';
import {ask} from './asking.ts';

describe.each(testEngines)('what a preview counts the next run does, on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp(engine, {workers: false, supplier: {articles: 40}});
    const {merchant, supplier} = app;
    await merchant.connect('catalogue', supplier.issueKey('catalogue'));
    await merchant.connect('dropship', supplier.issueKey('dropship'));
    await run();
  });
  afterAll(() => app.close());

  const run = async () => {
    const shop = ShopDomain.parse(app.shop);
    const {merchant, deps} = app;
    const {id, kind} = await merchant.startRun();
    const closed = await syncCatalogue(deps, {shop, runId: RunId.parse(id), kind, trigger: 'merchant'});
    if (closed === null) throw new Error('the run did not start');
    return closed;
  };
  const say = async <T>(method: string, path: string, body: unknown, schema: z.ZodType<T>): Promise<T> => {
    const {status, text, json} = await ask(`${app.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${app.shopify.sessionToken(app.shop)}`,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : {body: JSON.stringify(body)}),
    });
    if (status >= 400) throw new Error(text);
    return schema.parse(json);
  };
  const preview = (body: object) => say('POST', '/preview', body, Preview);
  const sum = (held: Preview['held']) => Object.values(held).reduce((total, count) => total + count, 0);

  it('at the first import, whose variants it marks as an estimate', async () => {
    const brands = (await app.merchant.choices()).brands.map(({name}) => name);
    await app.merchant.choose(brands);
    await app.merchant.savePricing({vatPercent: 22});
    const seen = await preview({});
    expect(seen.created).toBeGreaterThan(10);
    expect(app.store.products()).toEqual([]);
    expect(seen.unread).toBeGreaterThan(10);
    expect(seen.variantsEstimated).toBe(seen.variants);
    const {counts} = await run();
    expect(counts).toMatchObject({chosen: seen.chosen, created: seen.created, held: sum(seen.held)});
    expect(app.store.products()).toHaveLength(seen.products);
    // Near what was made: `a=stock` alone says which colours and sizes there are.
    const made = app.store.products().reduce((all, product) => all + product.variants.length, 0);
    expect(seen.variants).toBeGreaterThan(made * 0.7);
    expect(seen.variants).toBeLessThan(made * 1.5);
    expect(await preview({})).toMatchObject({unread: 0, variants: made, variantsEstimated: 0});
  });

  it('at other prices, and field by field in a preview run', async () => {
    const {pricing} = await say('GET', '/settings/pricing', undefined, Pricing);
    const dearer = {...pricing, markupPercent: pricing.markupPercent + 20};
    const seen = await preview({pricing: dearer});
    const before = await preview({});
    expect(before).toMatchObject({updated: 0, created: 0, unchanged: seen.updated, variants: seen.variants});
    expect(seen.updated).toBeGreaterThan(10);
    await say('PUT', '/settings/pricing', {pricing: dearer, previewId: seen.id}, Pricing);

    const asked = await say('POST', '/runs', {kind: 'preview'}, Run);
    const shop = ShopDomain.parse(app.shop);
    const dry = await syncCatalogue(app.deps, {
      shop,
      runId: RunId.parse(asked.id),
      kind: 'preview',
      trigger: 'merchant',
    });
    expect(dry?.counts).toMatchObject({updated: seen.updated, writes: 0});
    const {changes} = await say('GET', `/runs/${asked.id}/changes?field=price`, undefined, Changes);
    expect(changes[0]).toMatchObject({kind: 'update', field: 'price', applied: false});

    const {counts} = await run();
    expect(counts).toMatchObject({updated: seen.updated, created: 0, retired: 0});
  });

  it('when the catalogue says that every price is on request: the same brake, over the same products', async () => {
    const {catalogue} = app.supplier;
    const before = catalogue.all().map(({id, pricing}) => ({id, pricing}));
    for (const {id} of before) catalogue.change(id, {pricing: 'on_request'});
    const asked = await say('POST', '/runs', {kind: 'preview'}, Run);
    const shop = ShopDomain.parse(app.shop);
    const runId = RunId.parse(asked.id);
    await syncCatalogue(app.deps, {shop, runId, kind: 'preview', trigger: 'merchant'});
    const named = await say('GET', `/runs/${asked.id}/changes?field=brake`, undefined, Changes);
    const seen = await preview({});
    const foreseen = seen.brakes.find(({kind}) => kind === 'hold');
    expect(foreseen?.articles).toBeGreaterThan(10);
    await run();
    const [brake] = (await say('GET', '/approvals', undefined, Approvals)).brakes;
    expect(brake).toMatchObject({kind: 'hold', articles: foreseen?.articles, reason: foreseen?.reason});
    const stopped = seen.stopped.items.filter(({by}) => by === 'hold');
    expect(stopped).toHaveLength(brake?.articles ?? 0);
    expect(named.changes.map(({articleId}) => articleId).toSorted()).toEqual(stopped.map(({articleId}) => articleId));
    expect(seen.products).toBe(app.store.products().filter(({status}) => status !== 'ARCHIVED').length);
    for (const {id, pricing} of before) catalogue.change(id, {pricing});
    await run();
    expect((await say('GET', '/approvals', undefined, Approvals)).brakes).toEqual([]);
  });

  it('when much is switched off: it is saved with its preview alone, and then goes through without a brake', async () => {
    const {choice} = await say('GET', '/settings/rules', undefined, Rules);
    const none = choice.map((rule) => ({...rule, effect: 'exclude' as const}));
    const seen = await preview({choice: none});
    expect(seen.brake).not.toBeNull();

    await expect(say('PUT', '/settings/rules', {choice: none}, Rules)).rejects.toThrow('preview_needed');
    expect((await say('GET', '/settings/rules', undefined, Rules)).choice).toEqual(choice);
    expect((await run()).counts).toMatchObject({retired: 0});

    await say('PUT', '/settings/rules', {choice: none, previewId: seen.id}, Rules);
    expect((await run()).counts).toMatchObject({retired: seen.retired});
    expect((await say('GET', '/approvals', undefined, Approvals)).brakes).toEqual([]);
  });
});
