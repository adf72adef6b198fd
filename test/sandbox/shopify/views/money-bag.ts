import type {View} from '../field.ts';
import {toDecimal} from '../store/money.ts';
import type {ShopStore} from '../store/shop-store.ts';

/** An amount in the shop's currency and as the buyer saw it; only orders in the shop's own currency are modelled. */
export function moneyBag(store: ShopStore, minor: number): View {
  const {currency} = store.settings;
  const money = {amount: toDecimal(minor, currency), currencyCode: currency};
  return {shopMoney: money, presentmentMoney: money};
}
