// What the merchant overrules by sending an order now, in words for the button and for the order's history.
import type {OverrulableCode} from '#domain/orders/reasons.ts';

export const overrideTexts: Readonly<Record<OverrulableCode, string>> = {
  already_fulfilled: 'the line is already fulfilled in the store',
  fulfilment_on_hold: 'its fulfilment is on hold in the store',
  fulfilment_scheduled: 'its fulfilment is scheduled for later',
  other_delivery: 'the store does not ship it to the buyer',
  destination_held: 'its destination',
  not_routed: 'the store had not assigned it to a location',
  shipped_elsewhere: 'the fulfilment service of another app may ship it',
  test_order: 'it is a test order',
  before_install: 'it was ordered before Piecewise was installed',
  too_old: 'it is too old',
  not_paid: 'the buyer had not paid',
  risk: 'Shopify advised to check it for fraud',
  risk_pending: 'Shopify’s fraud analysis was not there yet',
  known_by_sku: 'only its SKU says which article it is',
  property_asked: 'the buyer entered something you want to be asked about',
  many_pieces: 'it has very many pieces',
  delayed: 'the waiting time before orders are sent',
  price_rose: 'the supplier’s price rose',
  margin_below_floor: 'its margin was below your lowest',
  margin_unknown: 'its margin was not known',
  cost_above_limit: 'it cost more than your limit',
  approval_asked: 'you are asked before each order',
  supplier_away: 'the supplier could not be reached',
};
