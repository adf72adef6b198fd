import type {DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {resolveDestination} from '#domain/orders/zone.ts';
import {shippingSettings} from '../../shared/orders/unserved-words.ts';
import {adminOrderAddress} from '../../text/words.ts';

type DestinationRemedy = {readonly text: string; readonly label: string; readonly href: string};

/** What the merchant can do in Shopify with an order whose country is missing, or to which the supplier does not deliver. */
export function UnservedDestination({order}: {order: DropshipOrderDetail}) {
  const ways = findRemedies(order);
  if (ways.length === 0) return null;
  return (
    <s-stack gap="small">
      <s-text>
        The supplier cannot send this order as it is. This is what helps; “Close without sending” below is for an order
        that you send from elsewhere, or of which you refund only an amount.
      </s-text>
      {ways.map(({text, label, href}) => (
        <s-stack key={label} gap="small-300" alignItems="start">
          <s-text>{text}</s-text>
          <s-button href={href} target="_top">
            {label}
          </s-button>
        </s-stack>
      ))}
    </s-stack>
  );
}

/** The remedies for an order that is blocked because of its destination; empty for every other order. */
function findRemedies({state, reasonCode, orderGid, country}: DropshipOrderDetail): readonly DestinationRemedy[] {
  const href = adminOrderAddress(orderGid);
  if (state !== 'blocked' || href === null) return [];
  if (reasonCode !== 'destination_blocked' && reasonCode !== 'no_country') return [];
  const isMissing = reasonCode === 'no_country';
  // The supplier may serve the country itself: then the province or postcode belongs to a territory that it does not serve.
  const isTerritory = country !== null && resolveDestination(country, null).kind === 'zone';
  const wrong = isTerritory ? 'address' : 'country';
  return [
    {
      text: isMissing
        ? 'The country is missing: enter it in the order’s address. Piecewise sees it and looks at the order again by itself.'
        : `The address is wrong: correct the ${isTerritory ? 'country, province or postcode' : 'country'} there. Piecewise sees it and looks at the order again by itself.`,
      label: isMissing ? 'Enter the country in Shopify' : `Correct the ${wrong} in Shopify`,
      href,
    },
    {
      text: 'The address is right: refund this article or the whole order, and it is closed here by itself. If you refund only an amount, close it here.',
      label: 'Refund the order in Shopify',
      href,
    },
    ...(isMissing || isTerritory
      ? []
      : [
          {
            text: 'No more orders are to come from there: take the country out of your shipping zones.',
            label: shippingSettings.label,
            href: shippingSettings.href,
          },
        ]),
  ];
}
