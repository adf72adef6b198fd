// Who did what to products and runs is written down, with what it was before and what it is after.
import {randomUUID} from 'node:crypto';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {ArticleId, ProductGid, RunId, VariantGid} from '#domain/ids.ts';
import {saveLiveVariants} from '../../server/db/listings/listing-variants.ts';
import {saveBrake} from '../../server/db/runs/brakes.ts';
import {AuditPage} from '../../server/http/contract/activity/audit.ts';
import {BrakeDecided} from '../../server/http/contract/approvals.ts';
import {ArticleDetail} from '../../server/http/contract/article.ts';
import {Asked, ManualChoices} from '../../server/http/contract/articles.ts';
import {Run} from '../../server/http/contract/runs.ts';
import {engines} from '../support/database.ts';
import {shop} from './bare-app.ts';
import {type CatalogueTestApp, onSale, openCatalogueTestApp, stock} from './catalogue-test-app.ts';

const gid = VariantGid.parse('gid://shopify/ProductVariant/7');

describe.each(engines.databases)('the audit trail of products and runs, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    await stock(app, {'A-1': {stock: {price: 3_000}}, 'A-2': {stock: {price: 2_000}}});
  });
  beforeEach(async () => {
    for (const table of ['audit', 'brakes', 'listing_variants', 'listings', 'runs'] as const) {
      await app.db.deleteFrom(table).execute();
    }
    await app.db.updateTable('articles').set({hand: null}).execute();
    await onSale(app, ['A-1', 'A-2'], {cost: 2_000});
  });
  afterAll(() => app.close());

  /** Oldest first; runs asked for on the way are left out unless `withRuns`. */
  const trail = async (withRuns = false) => {
    const {entries} = await app.merchant.get('/audit', AuditPage);
    expect(entries.every(({actor}) => actor === 'user:42')).toBe(true);
    return entries
      .toReversed()
      .filter(({action}) => withRuns || !action.startsWith('run_'))
      .map(({action, subject, detail, before, after}) => [action, subject, detail, before, after]);
  };
  const productOf = async (articleId: string) =>
    (
      await app.db
        .selectFrom('listings')
        .select('product_gid')
        .where('article_id', '=', ArticleId.parse(articleId))
        .executeTakeFirstOrThrow()
    ).product_gid;

  it('a run that is started, paused, resumed and stopped, each once however often it is asked', async () => {
    const {id} = await app.merchant.post('/runs', {kind: 'preview'}, Run);
    await app.merchant.post('/runs', {kind: 'preview'}, Run);
    for (const word of ['pause', 'pause', 'resume', 'stop', 'stop']) {
      await app.merchant.post(`/runs/${id}/${word}`, undefined, Run);
    }
    expect(await trail(true)).toEqual([
      ['run_started', id, 'preview', null, 'queued'],
      ['run_paused', id, 'preview', 'queued', 'queued, to pause'],
      ['run_resumed', id, 'preview', 'queued, to pause', 'queued'],
      ['run_stopped', id, 'preview', 'queued', 'stopped'],
    ]);
  });

  it.each([
    ['release', 'released'],
    ['discard', 'discarded'],
  ] as const)('a brake: %s', async (decision, state) => {
    const run = await app.merchant.post('/runs', {}, Run);
    const id = randomUUID();
    const [a1, a2] = [ArticleId.parse('A-1'), ArticleId.parse('A-2')];
    const row = {
      id,
      shop,
      run_id: RunId.parse(run.id),
      kind: 'retire',
      reason: 'Many.',
      article_ids: [a1, a2],
    } as const;
    await saveBrake(app.db, row, new Date());
    await app.merchant.post(`/brakes/${id}/${decision}`, undefined, BrakeDecided);
    await app.merchant.post(`/brakes/${id}/${decision}`, undefined, BrakeDecided);
    expect(await trail()).toEqual([[`brake_${state}`, id, 'retire: 2 articles', 'held', state]]);
  });

  it('a cost that is approved', async () => {
    await app.merchant.post('/articles/A-1/approve-cost', {cost: 3_000}, Asked);
    expect(await trail()).toEqual([['cost_approved', 'A-1', null, '€20.00', '€30.00']]);
  });

  it('a choice by hand, of one article and of many, only where it changes', async () => {
    await app.merchant.put('/articles/A-1/hand', {hand: 'left_out'}, ArticleDetail);
    await app.merchant.put('/articles/hand', {articleIds: ['A-1', 'A-2'], hand: 'left_out'}, ManualChoices);
    await app.merchant.put('/articles/hand', {articleIds: ['A-1', 'A-2'], hand: null}, ManualChoices);
    expect(await trail()).toEqual([
      ['choice_changed', 'A-1', null, 'by the rules', 'left_out'],
      ['choice_changed', 'A-2', null, 'by the rules', 'left_out'],
      ['choice_changed', 'A-1', null, 'left_out', 'by the rules'],
      ['choice_changed', 'A-2', null, 'left_out', 'by the rules'],
    ]);
  });

  it('a field that is taken and given back, with the edit that is given up', async () => {
    await app.merchant.put('/articles/A-1/fields/title', {owner: 'merchant'}, Asked);
    const edits = JSON.stringify({title: {written: 'Shirt', live: 'My shirt'}});
    await app.db.updateTable('listings').set({edits}).where('article_id', '=', ArticleId.parse('A-1')).execute();
    await app.merchant.post('/articles/A-1/fields/title/give-back', undefined, Asked);
    await app.merchant.post('/articles/A-1/fields/title/give-back', undefined, Asked);
    expect(await trail()).toEqual([
      ['field_taken', 'A-1', 'title', 'as set for the shop', 'merchant'],
      ['field_given_back', 'A-1', 'title', 'merchant, edited to "My shirt"', 'sync'],
    ]);
  });

  it('a variant that is put off sale and back', async () => {
    const live = [{gid, colour: 'Red', size: 'M'}];
    await saveLiveVariants(
      app.db,
      shop,
      {articleId: ArticleId.parse('A-1'), productGid: ProductGid.parse('gid://shopify/Product/1')},
      live,
      new Date(),
    );
    for (const offSale of [true, true, false]) {
      await app.merchant.put('/articles/A-1/variants', {gid, offSale}, ArticleDetail);
    }
    expect(await trail()).toEqual([
      ['off_sale_changed', 'A-1', `variant ${gid}: Red, M`, 'on sale', 'off sale'],
      ['off_sale_changed', 'A-1', `variant ${gid}: Red, M`, 'off sale', 'on sale'],
    ]);
  });

  it('a deletion, article by article, and the run that carries it out', async () => {
    const ask = () => app.merchant.post('/articles/delete', {articleIds: ['A-2', 'A-1'], confirm: 'delete'}, Asked);
    const {run} = await ask();
    await ask();
    expect(await trail(true)).toEqual([
      ['run_started', run?.id, 'delete: 2 articles', null, 'queued'],
      ['deletion_asked', 'A-1', `run ${run?.id}`, await productOf('A-1'), null],
      ['deletion_asked', 'A-2', `run ${run?.id}`, await productOf('A-2'), null],
    ]);
  });
});
