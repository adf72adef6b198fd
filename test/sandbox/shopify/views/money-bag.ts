import type {View} from '../field.ts';
import {toDecimal} from '../store/money.ts';
import {toShown} from '../store/payments.ts';
import type {ShopStore} from '../store/shop-store.ts';

/** An amount in the shop's currency and as the buyer saw it. @param shown the latter, where it was rounded in another way. */
export function moneyBag(store: ShopStore, minor: number, shown?: number): View {
  const {
    settings: {currency},
    presentment,
  } = store;
  const money = {amount: toDecimal(minor, currency), currencyCode: currency};
  if (presentment === undefined) return {shopMoney: money, presentmentMoney: money};
  const {currency: other} = presentment;
  const amount = toDecimal(shown ?? toShown(store, presentment, minor), other);
  return {shopMoney: money, presentmentMoney: {amount, currencyCode: other}};
}
