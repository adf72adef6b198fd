// Which matters Home shows, in which order, and where their buttons lead.
import {describe, expect, test} from 'vitest';
import type {Overview} from '#contract/overview.ts';
import {planNext} from '../../../web/pages/home/plan-next.ts';
import {aConnection, anOverview, aSumToPay, noConnection, nothingToPay} from '../answers.ts';
import {aBrake} from '../catalogue-answers.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const quiet = {orders: {}, toPay: nothingToPay(), needsYou: 0} satisfies Partial<Overview>;
const {webhooks} = anOverview();
const failure = {
  topic: 'orders/updated',
  resource: 'gid://shopify/Order/7',
  reason: null,
  at: '2026-11-20T11:00:00.000Z',
};
const cost = {articleId: 'A-1', name: 'Silk scarf', from: 3683, to: 6100};

/** Every matter at once. */
const everything: Partial<Overview> = {
  connection: aConnection({
    catalogue: {state: 'rejected', last4: '9f3c', answeredAt: null, partner: null, notes: []},
    dropship: {state: 'unreadable', last4: '07ab', answeredAt: null},
  }),
  orders: {awaiting_payment: 2, unconfirmed: 1, held: 2, blocked: 1},
  toPay: aSumToPay(),
  flagged: 1,
  needsYou: 5,
  brakes: [aBrake(), aBrake({id: '0190b6a0-0000-7000-8000-000000000009', kind: 'cost'})],
  costs: {count: 2, first: cost},
  failedImages: {count: 3, reason: 'The image is too large.'},
  overruledOptions: {count: 1, first: {articleId: 'A-1', name: 'Wrap skirt'}, digest: 'one'},
  unserved: ['NO', 'CH'],
  webhooks: {...webhooks, silent: true, foundByReconciliation: 3, failed: 1, lastFailure: failure},
};

const next = (facts: Partial<Overview>, putAway: readonly string[] = []) =>
  planNext(anOverview({...quiet, ...facts}), now, new Set(putAway));
const only = (facts: Partial<Overview>) => {
  const {rows, hiddenCount: more} = next(facts);
  expect([rows.length, more]).toEqual([1, 0]);
  return rows[0];
};

describe('what is next for the merchant', () => {
  test('is nothing while nothing waits', () => {
    expect(next({})).toEqual({rows: [], hiddenCount: 0});
  });

  test.each<[string, Parameters<typeof aConnection>[0], string, string]>([
    ['neither key is', noConnection(), 'Connect your two keys', 'Connect the keys'],
    ['the dropship key is not', {dropship: noConnection().dropship}, 'Connect your dropship key', 'Connect the key'],
    [
      'the catalogue key is not',
      {catalogue: noConnection().catalogue},
      'Connect your catalogue key',
      'Connect the key',
    ],
  ])('is the connection first while %s connected', (_, keys, heading, label) => {
    const {rows} = next({...everything, brakes: [], connection: aConnection(keys)});
    expect(rows[0]).toMatchObject({heading, actions: [{kind: 'page', label, href: '/settings/connection'}]});
  });

  test('is about orders and keys alone for whoever is leaving', () => {
    const {rows} = next({...everything, isLeaving: true});
    expect(rows.map(({key}) => key)).toEqual(
      next({...everything, isLeaving: true, brakes: []}).rows.map(({key}) => key),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/brake|cost|match|unanswered|image/);
  });

  test('has the worst first, at most five rows, and says how many follow', () => {
    const {rows, hiddenCount: more} = next(everything);
    expect(rows.map(({key}) => key)).toEqual([
      `brake-${aBrake().id}`,
      'dropship-key',
      'catalogue-key',
      'needs-you',
      'silent',
    ]);
    expect(more).toBe(7);
  });

  test('shows the rest, in order, as the first ones are done', () => {
    const settled = {brakes: [], connection: aConnection(), flagged: 0, needsYou: 4, webhooks};
    const {rows, hiddenCount: more} = next({...everything, ...settled});
    expect(rows.map(({key}) => key)).toEqual(['needs-you', 'pay', 'cost', 'images', 'overruled-options-one']);
    expect(more).toBe(1);
  });

  test('says what is to be paid, and since when, and leaves nothing out unsaid', () => {
    const row = only({toPay: aSumToPay({unpriced: 1})});
    expect(row?.heading).toBe('2 dropship orders wait for your payment: €112.40');
    expect(row?.sentences.slice(1)).toEqual([
      'The oldest has waited 2 days.',
      'The sum is without 1 order whose price is not known.',
    ]);
    expect(row?.actions).toEqual([{kind: 'page', label: 'See the orders', href: '/orders?state=awaiting_payment'}]);
  });

  test('counts the orders that need the merchant once, says what is worst about them, and leads to their list', () => {
    const row = only({needsYou: 6, flagged: 2, orders: {unconfirmed: 1, held: 2, paid: 9}});
    expect(row).toMatchObject({
      tone: 'critical',
      heading: '6 orders need you',
      sentences: [
        '2 orders changed in your store after they were sent to the supplier: look before you pay anything.',
        'It is not known whether the supplier has 1 order: look in your supplier account.',
        '2 orders are held until you decide.',
        '1 order more: to be closed or replaced, or its refund or fulfilment in your store is open.',
        'The list says for each order what to do.',
      ],
      actions: [{kind: 'page', label: 'See the orders', href: '/orders?state=need-you'}],
    });
    expect(only({needsYou: 1, orders: {held: 1}})).toMatchObject({
      tone: 'warning',
      heading: '1 order needs you',
      sentences: ['1 order is held until you decide.', 'The list says for each order what to do.'],
      actions: [{label: 'See the order'}],
    });
  });

  test('has one row for each kind of order that puts a figure of the fulfilment service at risk, with its number', () => {
    const {rows} = next({serviceWarnings: {unanswered: 1, uncompleted: 3, untracked: 1_200}});
    expect(rows.map(({heading}) => heading)).toEqual([
      '1 fulfilment request without an answer for 15 hours',
      '3 orders requested five days ago and not shipped',
      '1,200 shipments without a tracking number after an hour',
    ]);
    const actions = [{kind: 'page', label: 'See which', href: '/settings/fulfilment'}];
    expect(rows.map((row) => row.actions)).toEqual([actions, actions, actions]);
    expect(only({serviceWarnings: {unanswered: 0, uncompleted: 0, untracked: 1}})?.key).toBe('service-untracked');
  });

  test('names the article whose cost moved, and its button approves the cost that was shown', () => {
    const row = only({costs: {count: 2, first: cost}});
    expect(row?.sentences[0]).toContain('Silk scarf now costs €61.00 instead of €36.83.');
    expect(row?.actions).toEqual([
      {kind: 'cost', article: 'Silk scarf', articleId: 'A-1', cost: 6100},
      {kind: 'page', label: 'See all of them', href: '/decisions'},
    ]);
  });

  test('offers no cost to approve where the supplier states none', () => {
    const row = only({costs: {count: 1, first: {...cost, to: null}}});
    expect(row?.actions).toEqual([{kind: 'page', label: 'To the updates', href: '/runs'}]);
  });

  test('asks of a product that may be an article already, alone or for all of them', () => {
    const first = {
      articleId: 'A-1',
      name: 'Silk scarf',
      productGid: 'gid://shopify/Product/1',
      title: 'Scarf',
      foundBy: 'sku',
    } as const;
    const row = only({matches: {count: 1, first}});
    expect(row?.heading).toBe('1 product of your store may be an article already');
    expect(row?.sentences).toEqual([
      '“Scarf” has the SKU and the vendor of Silk scarf. Until you decide, Silk scarf is not imported.',
    ]);
    expect(row?.actions).toEqual([
      {kind: 'match', article: 'Silk scarf', articleId: 'A-1', title: 'Scarf'},
      {kind: 'shopify', label: 'Open the product in Shopify', href: 'shopify://admin/products/1'},
    ]);
    expect(only({matches: {count: 3, first}})?.actions).toMatchObject([
      {kind: 'match'},
      {kind: 'shopify'},
      {kind: 'all-matches', count: 3},
    ]);
  });

  test('names options of the merchant’s that the supplier overrules, until they are put away or another article follows', () => {
    const first = {articleId: 'A-1', name: 'Wrap skirt'};
    const row = only({overruledOptions: {count: 2, first, digest: 'A and B'}});
    expect(row?.heading).toBe('The supplier now states the options of 2 articles itself');
    expect(row?.sentences[0]).toMatch(/^What you defined for Wrap skirt and 1 more is not used\./);
    expect(row?.actions).toEqual([{kind: 'page', label: 'Look at them', href: '/decisions'}]);
    expect(next({overruledOptions: {count: 2, first, digest: 'A and B'}}, [row?.key ?? '']).rows).toEqual([]);
    expect(next({overruledOptions: {count: 2, first, digest: 'A and C'}}, [row?.key ?? '']).rows).toHaveLength(1);
  });

  test('counts the products of which no size or no colour is known in one row, and leads to each', () => {
    const sizes = {kind: 'page', label: 'Say the sizes', href: '/products?show=no-size'};
    const colours = {kind: 'page', label: 'Say the colours', href: '/products?show=no-colour'};
    expect(only({unanswered: {sizes: 59, colours: 12, unread: 0}})).toMatchObject({
      heading: '59 articles state no size, 12 articles state no colour',
      actions: [sizes, colours],
    });
    const row = only({unanswered: {sizes: 0, colours: 1, unread: 0}});
    expect(row?.heading).toBe('1 article states no colour');
    expect(row?.actions).toEqual([{...colours, label: 'Say how they are ordered'}]);
  });

  test('says what hinders the fulfilment service and what Shopify refuses of it, and leads to its page', () => {
    const said = 'The fulfilment service was deleted in Shopify.';
    expect(only({fulfilmentService: {said, refused: 0}})).toMatchObject({
      tone: 'warning',
      heading: 'Orders requested in Shopify: something hinders them',
      sentences: [said],
      actions: [{kind: 'page', label: 'Look at it', href: '/settings/fulfilment'}],
    });
    expect(only({fulfilmentService: {said, refused: 2}})?.sentences).toEqual([
      said,
      'Shopify refuses to move 2 variants. Piecewise tries again once a day.',
    ]);
    expect(next({fulfilmentService: {said: null, refused: 0}}).rows).toEqual([]);
  });

  test('names countries sold to but not served, five at most, and opens the store’s shipping settings', () => {
    const row = only({unserved: ['NO', 'CH', 'IS', 'BR', 'MX', 'IN', 'ZA']});
    expect(row?.heading).toBe('Your store sells to 7 countries the supplier does not deliver to');
    expect(row?.sentences[0]).toBe('Brazil, Iceland, India, Mexico, Norway and 2 more.');
    expect(row?.actions).toMatchObject([
      {kind: 'page', label: 'Use the shipping profile', href: '/pricing#shipping-profile'},
      {href: 'shopify://admin/settings/shipping'},
    ]);
    expect(next({unserved: null}).rows).toEqual([]);
    const home = only({unserved: ['NO', 'CH'], country: 'CH'});
    expect(home?.heading).toBe('The supplier does not deliver to Switzerland, where your store is');
    expect(home?.sentences[0]).toBe('Of the countries your store sells to, it also leaves out Norway.');
    expect(only({unserved: ['CH'], country: 'CH'})?.sentences).toHaveLength(1);
  });

  test('says nothing of them where the shipping profile refuses their orders, and speaks of markets where those decide', () => {
    const unserved = ['NO'];
    expect(next({unserved, unservedCheckout: 'refused'}).rows).toEqual([]);
    expect(next({unserved, unservedCheckout: 'being_written'}).rows).toEqual([]);
    const row = only({unserved, unservedCheckout: 'by_markets'});
    expect(row?.sentences.at(-1)).toMatch(/In your markets you choose where you sell/);
    expect(row?.actions).toMatchObject([{kind: 'shopify', href: 'shopify://admin/markets'}]);
  });

  test('lets a webhook that was given up be put away, until another one is', () => {
    const given = {webhooks: {...webhooks, failed: 1, lastFailure: failure}};
    const key = only(given)?.key ?? '';
    expect(next(given, [key]).rows).toEqual([]);
    const later = {...failure, at: '2026-11-20T11:30:00.000Z'};
    expect(next({webhooks: {...webhooks, failed: 2, lastFailure: later}}, [key]).rows).toHaveLength(1);
  });

  test('gives every row a button, except a webhook about no order, which can only be put away', () => {
    const rows = Object.entries(everything).flatMap(([name, value]) => next({[name]: value}).rows);
    expect(rows.length).toBeGreaterThan(10);
    for (const {key, actions} of rows) expect(actions.length, key).toBeGreaterThan(0);
    const [row] = next({webhooks: {...webhooks, failed: 1, lastFailure: {...failure, topic: 'shop/update'}}}).rows;
    expect(row).toMatchObject({actions: [], canBePutAway: true});
  });
});
