// The one request to the supplier. Name and e-mail leave the house here and nowhere else.
import {type PlaceOutcome, placeDropshipOrder} from '../../server/supplier/dropship.ts';
import type {Claimed} from './claim-order.ts';
import type {OpenOrder, PlacingDeps, Ready} from './placing-deps.ts';

/** Never throws for remote trouble: every way it can end is a value. */
export function sendClaimed(
  {supplier}: Pick<PlacingDeps, 'supplier'>,
  order: OpenOrder,
  {candidate, what, key}: Ready,
  {isInTime}: Pick<Claimed, 'isInTime'>,
): Promise<PlaceOutcome> {
  const request = {
    id: candidate.article.articleId,
    colour: what.colour,
    size: what.size,
    qty: candidate.quantity,
    zone: candidate.zone,
    country: candidate.country,
    reference: order.reference,
    customerEmail: candidate.customerEmail,
    customerName: candidate.customerName,
  };
  return placeDropshipOrder(supplier, key, request, {isInTime});
}
