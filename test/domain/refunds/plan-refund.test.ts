import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {LineItemGid, OrderGid} from '#domain/ids.ts';
import {offerRefund, planRefund, type SuggestedRefund} from '#domain/orders/refunds/plan-refund.ts';
import {toRefundInput} from '#domain/orders/refunds/refund-input.ts';

const card = {
  parent: 'gid://shopify/OrderTransaction/1',
  gateway: 'shopify_payments',
  name: 'Shopify Payments',
  byHand: false,
};
const giftCard = {parent: 'gid://shopify/OrderTransaction/2', gateway: 'gift_card', name: 'Gift card', byHand: false};
const suggestion = (changes: Partial<SuggestedRefund> = {}): SuggestedRefund => ({
  currency: 'CHF',
  pieces: 1,
  line: 6_090,
  shipping: 690,
  shippingInput: 690,
  allGoods: 6_090,
  maximum: 6_780,
  ways: [{...card, amount: 6_780}],
  ...changes,
});

const amount = fc.integer({min: 0, max: 1_000_000});
const anySuggestion = fc
  .record({
    pieces: fc.integer({min: 0, max: 5}),
    line: amount,
    shipping: amount,
    shippingInput: amount,
    allGoods: amount,
    maximum: amount,
    amounts: fc.array(amount, {maxLength: 4}),
  })
  .map(({amounts, ...rest}) =>
    suggestion({...rest, ways: amounts.map((one, at) => ({...card, parent: `${at}`, amount: one}))}),
  );

describe('what is offered to pay back', () => {
  it('is the whole line and all shipping, where nothing else is in the order', () => {
    expect(offerRefund(suggestion())).toEqual({line: 6_090, shipping: 690});
  });

  it('is the line and its share of the shipping, where other goods stay in the order', () => {
    const offer = offerRefund(suggestion({allGoods: 18_270, maximum: 18_960, ways: [{...card, amount: 18_960}]}));
    expect(offer).toEqual({line: 6_090, shipping: 230});
  });

  it('is only what is left of the payments, first of the line', () => {
    expect(offerRefund(suggestion({maximum: 6_500}))).toEqual({line: 6_090, shipping: 410});
    expect(offerRefund(suggestion({ways: [{...card, amount: 1_000}]}))).toEqual({line: 1_000, shipping: 0});
  });

  it('is nothing where no pieces are left, or nothing of what was paid', () => {
    expect(offerRefund(suggestion({pieces: 0}))).toBeNull();
    expect(offerRefund(suggestion({ways: []}))).toBeNull();
    expect(offerRefund(suggestion({maximum: 0}))).toBeNull();
  });

  it('is never more than Shopify suggests, for the line, the shipping, and both together', () => {
    fc.assert(
      fc.property(anySuggestion, (suggested) => {
        const offer = offerRefund(suggested) ?? {line: 0, shipping: 0};
        const payable = suggested.ways.reduce((sum, way) => sum + way.amount, 0);
        expect(offer.line).toBeLessThanOrEqual(suggested.line);
        expect(offer.shipping).toBeLessThanOrEqual(suggested.shipping);
        expect(offer.line + offer.shipping).toBeLessThanOrEqual(Math.min(suggested.maximum, payable));
        expect(Math.min(offer.line, offer.shipping)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('the refund that is sent', () => {
  it('takes exactly the chosen amounts from the payments, from each at most what is suggested', () => {
    fc.assert(
      fc.property(anySuggestion, fc.double({min: 0, max: 1, noNaN: true}), (suggested, part) => {
        const offer = offerRefund(suggested);
        if (offer === null) return;
        const chosen = {line: Math.round(offer.line * part), shipping: Math.round(offer.shipping * part)};
        const planned = planRefund(suggested, chosen);
        if (chosen.line + chosen.shipping === 0) {
          expect(planned).toEqual({kind: 'nothing'});
          return;
        }
        if (planned.kind !== 'plan') throw new Error(planned.kind);
        const {parts, shippingInput} = planned.plan;
        expect(parts.reduce((sum, one) => sum + one.amount, 0)).toBe(chosen.line + chosen.shipping);
        for (const one of parts) {
          const way = suggested.ways.find(({parent}) => parent === one.parent);
          expect(one.amount).toBeLessThanOrEqual(way?.amount ?? 0);
        }
        expect(shippingInput).toBeLessThanOrEqual(suggested.shippingInput);
      }),
    );
  });

  it('is refused by name where an amount is above the offer, or where both are 0', () => {
    expect(planRefund(suggestion(), {line: 6_091, shipping: 0})).toEqual({kind: 'line'});
    expect(planRefund(suggestion(), {line: 6_090, shipping: 691})).toEqual({kind: 'shipping'});
    expect(planRefund(suggestion(), {line: 0, shipping: 0})).toEqual({kind: 'nothing'});
  });

  const order = OrderGid.parse('gid://shopify/Order/7');
  const line = LineItemGid.parse('gid://shopify/LineItem/8');
  const written = (suggested: SuggestedRefund, storeCurrency: string) => {
    const planned = planRefund(suggested, {line: suggested.line, shipping: suggested.shipping});
    if (planned.kind !== 'plan') throw new Error(planned.kind);
    return toRefundInput({order, line, storeCurrency, note: 'n', notify: true}, suggested, planned.plan);
  };

  it('names every payment with its gateway, restocks nothing, and never allows more than was paid', () => {
    const input = written(
      suggestion({
        ways: [
          {...giftCard, amount: 2_000},
          {...card, amount: 4_780},
        ],
      }),
      'CHF',
    );
    expect(input).toEqual({
      orderId: order,
      note: 'n',
      notify: true,
      refundLineItems: [{lineItemId: line, quantity: 1, restockType: 'NO_RESTOCK'}],
      shipping: {amount: '6.90'},
      transactions: [
        {orderId: order, kind: 'REFUND', gateway: 'gift_card', parentId: giftCard.parent, amount: '20.00'},
        {orderId: order, kind: 'REFUND', gateway: 'shopify_payments', parentId: card.parent, amount: '47.80'},
      ],
    });
    expect(Object.keys(input)).not.toContain('allowOverRefunding');
  });

  it('names the currency that the buyer paid in, where it is not the store’s', () => {
    expect(
      written(
        suggestion({currency: 'JPY', line: 9_000, shipping: 1_000, maximum: 10_000, ways: [{...card, amount: 10_000}]}),
        'CHF',
      ),
    ).toMatchObject({
      currency: 'JPY',
      transactions: [{amount: '10000'}],
    });
  });

  it('states the shipping without tax where the store’s prices are without tax', () => {
    expect(written(suggestion({shippingInput: 580}), 'CHF').shipping).toEqual({amount: '5.80'});
    const planned = planRefund(suggestion({shippingInput: 580}), {line: 6_090, shipping: 345});
    expect(planned).toMatchObject({plan: {shippingInput: 290}});
  });
});
