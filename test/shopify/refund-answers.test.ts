// The amounts in Shopify's answers about refunds.
import {expect, test} from 'vitest';
import {orderRefunds} from '../../server/shopify/orders/refunds.ts';

const answer = (amount: string) => ({
  order: {
    currencyCode: 'EUR',
    canNotifyCustomer: true,
    totalRefundedSet: {presentmentMoney: {amount, currencyCode: 'JPY'}},
    refunds: [],
  },
  line: null,
});

test('an amount is read in the currency that the buyer paid in', () => {
  expect(orderRefunds.answer.parse(answer('1200.0')).order?.totalRefundedSet).toBe(1_200);
});

test.each(['', 'none', '1,200', '1e3'])(
  '“%s” is no amount: the answer is refused with what cannot be read',
  (amount) => {
    const {error} = orderRefunds.answer.safeParse(answer(amount));
    expect(error?.issues).toMatchObject([{path: ['order', 'totalRefundedSet'], message: 'is no amount of money'}]);
  },
);
