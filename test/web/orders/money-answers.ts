// What is left of a store order, as the API may answer it; checked against the contract.
import {StoreOrderMoney} from '#contract/order-money.ts';
import {build} from '../answers.ts';

/** 97.60 and 4.88 with 22 % tax; the lines add up to what is left. */
export const theMoney = build(StoreOrderMoney, {
  orderGid: 'gid://shopify/Order/1042',
  orderName: '#1042',
  currency: 'EUR',
  revenue: 8_000,
  shipping: 400,
  tax: 1_848,
  payment: 235,
  cost: 3_683,
  fees: 1_600,
  feesCharged: 1,
  margin: 2_882,
  marginPercent: 34.3,
  losesMoney: false,
  unknown: 0,
  leftOut: [],
  lines: [],
  notes: [],
  settingsUnreadable: null,
  readAt: '2026-11-20T10:00:00.000Z',
});
