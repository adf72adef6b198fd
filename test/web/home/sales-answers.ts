// Thirty days of sales as the API may answer them, checked against the contract.
import {Sales} from '#contract/order-money.ts';
import {build} from '../answers.ts';

const lastDay = Date.parse('2026-11-20T00:00:00Z');

/** Thirty days with an order or two on some of them, one at a loss. */
const days = Array.from({length: 30}, (_, index) => {
  const orders = [0, 1, 0, 2, 1, 3, 0][index % 7] ?? 0;
  const margin = index === 12 ? -640 : orders * 1_290;
  return {
    day: new Date(lastDay - (29 - index) * 86_400_000).toISOString().slice(0, 10),
    orders,
    margin,
    unknown: 0,
    ended: 0,
  };
});

export const theSales = build(Sales, {
  currency: 'EUR',
  days,
  orders: days.reduce((sum, {orders}) => sum + orders, 0),
  margin: days.reduce((sum, {margin}) => sum + margin, 0),
  unknown: 1,
  ended: 0,
  shipped: 17,
});

export const noSales = () =>
  theSales({
    days: days.map(({day}) => ({day, orders: 0, margin: 0, unknown: 0, ended: 0})),
    orders: 0,
    margin: 0,
    unknown: 0,
    ended: 0,
    shipped: 0,
  });
