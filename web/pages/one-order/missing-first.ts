// The order of the fields in the form for details: what the order waits for stands first.
import type {ReasonCode} from '#domain/orders/reasons.ts';
import type {ActionField} from './action-text.ts';

/** The fields of the buyer and those of the goods, the ones that the order waits for first. */
export function missingFirst(
  reason: ReasonCode | null,
  ofBuyer: readonly ActionField[],
  ofGoods: readonly ActionField[],
): readonly ActionField[] {
  const missing = reason === null ? undefined : missingFields[reason];
  const isBuyers = ofBuyer.some(({name}) => name === missing);
  const fields = isBuyers ? [...ofBuyer, ...ofGoods] : [...ofGoods, ...ofBuyer];
  return fields.toSorted((one, other) => Number(other.name === missing) - Number(one.name === missing));
}

/** The field that an order waits for, by its reason. */
const missingFields: Readonly<Partial<Record<ReasonCode, string>>> = {
  name_missing: 'name',
  email_missing: 'email',
  colour_missing: 'colour',
  colour_gone: 'colour',
  size_missing: 'size',
  size_gone: 'size',
};
