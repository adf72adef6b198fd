// What the store shows of the buyer and the address, made comparable with what was sent.
import {toComparable} from '#domain/orders/buyer-text.ts';
import type {StoreOrder} from '#domain/orders/store-order.ts';
import type {Shown} from '../../server/db/secrets/sent-marks.ts';

type Facts = {readonly address: string | null; readonly customer: StoreOrder['customer']};

export const toShown = ({address, customer}: Facts): Shown => ({
  address,
  name: toComparable(customer.name),
  email: toComparable(customer.email),
});
