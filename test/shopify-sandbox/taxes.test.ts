// The VAT of an order, by where it goes and by how the shop's prices are meant.

import {expect, test} from 'vitest';
import {z} from 'zod';
import {openShop} from './open-shop.ts';

const taxDocument = `query ($id: ID!) { order(id: $id) {
  taxesIncluded
  totalPriceSet { shopMoney { amount } }
  totalTaxSet { shopMoney { amount } }
  currentTotalTaxSet { shopMoney { amount } }
  shippingLine { taxLines { title priceSet { shopMoney { amount } } } }
  lineItems(first: 1) { nodes {
    priceAfterAllDiscountsBeforeTaxesSet { shopMoney { amount } }
    taxLines(first: 5) { priceSet { shopMoney { amount } } }
  } }
} }`;
const amountOf = (amount: string) => ({shopMoney: {amount}});

test('prices that include tax contain the shop’s VAT on what goes to the EU, on goods and on shipping', async () => {
  const open = await openShop();
  // 119.00 and 11.90 at 19 %: 19.00 and 1.90 of it are VAT.
  const {id} = open.shop.placeOrder({
    country: 'FR',
    lines: [{variantId: null, price: '59.50', quantity: 2}],
    shippingPrice: '11.90',
  });
  const {order} = await open.done(z.looseObject({order: z.looseObject({})}), taxDocument, {id});
  expect(order).toEqual({
    taxesIncluded: true,
    totalPriceSet: amountOf('130.9'),
    totalTaxSet: amountOf('20.9'),
    currentTotalTaxSet: amountOf('20.9'),
    shippingLine: {taxLines: [{title: 'VAT', priceSet: amountOf('1.9')}]},
    lineItems: {
      nodes: [{priceAfterAllDiscountsBeforeTaxesSet: amountOf('100.0'), taxLines: [{priceSet: amountOf('19.0')}]}],
    },
  });
});

test.each([
  ['leaves the EU', {country: 'JP'}, {}],
  ['goes to the Canary Islands', {country: 'ES', province: 'GC'}, {}],
  ['is sold by a shop without a tax registration', {country: 'DE'}, {vatPercent: 0}],
])('what %s costs the buyer the same and bears no tax', async (_case, destination, settings) => {
  const open = await openShop();
  open.shop.setSettings(settings);
  const {id} = open.shop.placeOrder({
    ...destination,
    lines: [{variantId: null, price: '119.00'}],
    shippingPrice: '11.90',
  });
  const {order} = await open.done(z.looseObject({order: z.looseObject({})}), taxDocument, {id});
  expect(order).toMatchObject({
    totalPriceSet: amountOf('130.9'),
    totalTaxSet: amountOf('0.0'),
    shippingLine: {taxLines: []},
    lineItems: {nodes: [{priceAfterAllDiscountsBeforeTaxesSet: amountOf('119.0'), taxLines: []}]},
  });
});

test('prices without tax get it on top', async () => {
  const open = await openShop();
  open.shop.setSettings({taxesIncluded: false});
  const line = {variantId: null, price: '100.00'};
  const {id} = open.shop.placeOrder({country: 'DE', lines: [line], shippingPrice: '10.00'});
  const {order} = await open.done(z.looseObject({order: z.looseObject({})}), taxDocument, {id});
  expect(order).toMatchObject({totalPriceSet: amountOf('130.9'), totalTaxSet: amountOf('20.9')});
});
