// A brake is released item by item: what the merchant kept back waits however little it is, and what was left out by hand never does.
import {expect, test} from 'vitest';
import {articlesKeptBraked, divideBrake} from '#domain/catalogue/off-sale/divide-brake.ts';
import {planRetirement} from '#domain/catalogue/off-sale/plan-retirement.ts';
import {decideOffSale, emptyPlannedOffSale} from '#domain/catalogue/off-sale/planned-off-sale.ts';
import {ArticleId} from '#domain/ids.ts';
import {planCostBrake} from '#domain/pricing/plan-cost-brake.ts';

const idsOf = (...names: string[]) => names.map((name) => ArticleId.parse(name));
const [a, b, c, d] = idsOf('A', 'B', 'C', 'D') as [ArticleId, ArticleId, ArticleId, ArticleId];
const many = Array.from({length: 30}, (_, at) => ArticleId.parse(`M-${at}`));

test('the ticked articles are released and the rest waits, each in the order of the brake and named once', () => {
  const parts = divideBrake([a, b, c, d], [d, b, d]);
  expect(parts).toEqual({kind: 'divided', released: [b, d], rest: [a, c]});
  expect(divideBrake([a, b], [b, a])).toEqual({kind: 'divided', released: [a, b], rest: []});
});

test('where an article does not wait any more nothing is released', () => {
  expect(divideBrake([a, b], [a, c, d])).toEqual({kind: 'changed', missing: 2});
});

test('only what was kept back of a brake is kept braked', () => {
  expect(articlesKeptBraked(null)).toEqual(new Set());
  expect(articlesKeptBraked({article_ids: [a], rest_of: null})).toEqual(new Set());
  expect(articlesKeptBraked({article_ids: [a], rest_of: 'the-whole'})).toEqual(new Set([a]));
});

const gone = (articleId: ArticleId, leftOut = false) =>
  ({articleId, state: 'active', listed: false, chosen: !leftOut, leftOut}) as const;
const retire = {choiceConfirmed: false, liveListings: 100, keptBraked: new Set([a, b])};

test('kept back, two of a hundred stay on sale; a third, which is new, leaves', () => {
  const plan = planRetirement(
    [a, b, c].map((id) => gone(id)),
    retire,
  );
  expect(plan).toMatchObject({kind: 'brake', waiting: [{articleId: a}, {articleId: b}], retire: [{articleId: c}]});
  expect(plan).toMatchObject({reason: expect.stringMatching(/^You released others and kept these 2 products back/)});
});

test('kept back, an article that the merchant leaves out by hand leaves all the same', () => {
  const plan = planRetirement([gone(a, true), gone(b)], retire);
  expect(plan).toMatchObject({waiting: [{articleId: b}], retire: [{articleId: a, code: 'left_out'}]});
  expect(planRetirement([gone(a, true), gone(b, true)], retire)).toMatchObject({kind: 'retire'});
});

test('too many new ones wait together with what was kept back, which does not make them too many', () => {
  const ofNew = (count: number) =>
    planRetirement(
      [a, b, ...many.slice(0, count)].map((id) => gone(id)),
      retire,
    );
  expect(ofNew(20)).toMatchObject({waiting: [{articleId: a}, {articleId: b}]});
  const over = ofNew(21);
  expect(over.kind === 'brake' && over.waiting.length).toBe(23);
});

const moved = (articleId: ArticleId, next: number) => ({articleId, previous: 1_000, next, sampled: false});

test('a cost that was kept back waits at what the supplier asks now, until it is near the old one again', () => {
  const others = many.map((id) => moved(id, 1_000));
  const plan = planCostBrake([moved(a, 1_500), moved(b, 1_600), moved(c, 1_700), ...others], new Set([a, b]));
  expect(plan).toMatchObject({kind: 'brake', articleIds: [a, b], costs: {A: 1_500, B: 1_600}});
  expect(planCostBrake([moved(a, 1_100), ...others], new Set([a]))).toEqual({kind: 'go'});
  const manyMoved = many.slice(0, 10).map((id) => moved(id, 2_000));
  const all = planCostBrake([moved(a, 1_500), ...manyMoved, ...others.slice(10)], new Set([a]));
  expect(all.kind === 'brake' && all.articleIds.length).toBe(11);
});

test.each(['variants', 'hold'] as const)(
  'what would lose %s and was kept back waits in a run over all articles',
  (kind) => {
    const offSale = emptyPlannedOffSale();
    for (const articleId of [a, b, c])
      offSale.counted[kind].push({articleId, code: null, reason: null, sampled: false});
    const inBrake = new Set([a, b]);
    const decided = decideOffSale(kind, offSale, {liveListings: 100, inBrake, isPartial: false});
    expect(decided).toMatchObject({go: [c], waiting: [a, b], reason: expect.stringContaining('these 2 products back')});
  },
);
