import {expect, it} from 'vitest';
import {z} from 'zod';
import {openShop, userErrorsOf} from '../open-shop.ts';

const mutation = (directive: string) => `mutation Pay($input: RefundInput!, $key: String!) {
  refundCreate(input: $input) ${directive} { refund { id } userErrors { field message } }
}`;
const withKey = mutation('@idempotent(key: $key)');
const without = `mutation Pay($input: RefundInput!) {
  refundCreate(input: $input) { refund { id } userErrors { field message } }
}`;
const Made = z.object({refundCreate: z.object({refund: z.object({id: z.string()}).nullable()})});

async function openPaid() {
  const opened = await openShop();
  const order = opened.shop.placeOrder({
    country: 'DE',
    lines: [{variantId: null, title: 'A shoe', price: '60.90', quantity: 2}],
  });
  const payment = z
    .object({
      order: z.object({
        whole: z.object({suggestedTransactions: z.array(z.object({parentTransaction: z.object({id: z.string()})}))}),
      }),
    })
    .parse(
      (
        await opened.gql(
          `query Suggested($id: ID!) { order(id: $id) { whole: suggestedRefund(refundShipping: true) {
            suggestedTransactions { parentTransaction { id } } } } }`,
          {id: order.id},
        )
      ).data,
    ).order.whole.suggestedTransactions[0]?.parentTransaction.id;
  const input = (amount: string, quantity = 1) => ({
    orderId: order.id,
    refundLineItems: [{lineItemId: order.lines[0]?.id, quantity, restockType: 'NO_RESTOCK'}],
    transactions: [{orderId: order.id, kind: 'REFUND', gateway: 'shopify_payments', parentId: payment, amount}],
  });
  return {...opened, order, input, refunds: () => opened.shop.order(order.id)?.refunds ?? []};
}

it('a refund without the directive, or with an empty key, is refused at the root', async () => {
  const {gql, input, refunds} = await openPaid();
  for (const answer of [
    await gql(without, {input: input('60.90')}),
    await gql(withKey, {input: input('60.90'), key: ' '}),
  ]) {
    expect(answer.errors).toMatchObject([
      {message: expect.stringContaining('@idempotent'), extensions: {code: 'BAD_REQUEST'}},
    ]);
  }
  expect(refunds()).toEqual([]);
});

it('the same key with the same variables has the same refund; with others it is refused, and after a day it is forgotten', async () => {
  const {gql, input, refunds, turn} = await openPaid();
  const send = (amount: string, key = 'key-1') => gql(withKey, {input: input(amount), key});
  const first = Made.parse((await send('60.90')).data).refundCreate.refund?.id;
  expect(Made.parse((await send('60.90')).data).refundCreate.refund?.id).toBe(first);
  expect(userErrorsOf(await send('60.00'))).toMatchObject([
    {message: expect.stringContaining('different operation parameters')},
  ]);
  expect(refunds()).toHaveLength(1);
  turn(25 * 3_600_000);
  await send('60.90');
  expect(refunds()).toHaveLength(2);
});

it('a key whose request failed goes on failing', async () => {
  const {gql, input} = await openPaid();
  const send = (amount: string) => gql(withKey, {input: input(amount), key: 'key-2'});
  expect(userErrorsOf(await send('999.00'))).toEqual([
    {field: null, message: 'Refund amount €999.00 is greater than net payment received €128.70'},
  ]);
  expect(userErrorsOf(await send('999.00'))).toMatchObject([{message: expect.stringContaining('previous request')}]);
});

it('more pieces than there are, and another payment than the buyer’s, are refused, and nothing is done', async () => {
  const {gql, input, refunds, shop, order} = await openPaid();
  expect(userErrorsOf(await gql(withKey, {input: input('60.90', 3), key: 'a'}))).toEqual([
    {field: ['refundLineItems', '0', 'quantity'], message: 'Quantity cannot refund more items than were purchased'},
  ]);
  const elsewhere = input('60.90');
  const wrong = {...elsewhere, transactions: elsewhere.transactions.map((one) => ({...one, gateway: 'paypal'}))};
  expect(userErrorsOf(await gql(withKey, {input: wrong, key: 'b'}))).toHaveLength(1);
  expect([refunds(), shop.order(order.id)?.lines[0]?.currentQuantity]).toEqual([[], 2]);
});
