import type {DropshipOrderDetail} from '#contract/dropship-orders.ts';
import type {Overview} from '#contract/overview.ts';
import {resolveDestination} from '#domain/orders/zone.ts';
import {overviewQuery} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {marketSettings, shippingSettings} from '../../shared/orders/unserved-words.ts';
import {adminOrderAddress} from '../../text/words.ts';

type DestinationRemedy = {readonly text: string; readonly label: string; readonly href: string};

/** What the merchant can do in Shopify with an order whose country is missing, or to which the supplier does not deliver. */
export const UnservedDestination = ({order}: {order: DropshipOrderDetail}) =>
  findRemedies(order, null).length === 0 ? null : <Remedies order={order} />;

/** Only an order that has remedies asks how the store's checkout is decided. */
function Remedies({order}: {order: DropshipOrderDetail}) {
  const checkout = useRemote(overviewQuery).value?.unservedCheckout ?? null;
  const ways = findRemedies(order, checkout);
  return (
    <s-stack gap="small">
      <s-text>
        The supplier cannot send this order as it is. This is what helps; “Close without sending” below is for an order
        that you send from elsewhere, or of which you refund only an amount.
      </s-text>
      {ways.map(({text, label, href}) => (
        <s-stack key={label} gap="small-300" alignItems="start">
          <s-text>{text}</s-text>
          <s-button href={href} {...(href.startsWith('/') ? {} : {target: '_top'})}>
            {label}
          </s-button>
        </s-stack>
      ))}
    </s-stack>
  );
}

/** What keeps further orders from there away, by what decides where shoppers can check out. */
const furtherOrders: Readonly<Record<Overview['unservedCheckout'], DestinationRemedy>> = {
  refused: {
    text: 'No more orders are to come from there: the shipping profile sees to that already, as shoppers there cannot check out. Only draft orders and other apps get past it.',
    label: 'Open Pricing',
    href: '/pricing',
  },
  being_written: {
    text: 'No more orders are to come from there: the shipping profile sees to that as soon as it is on for all products.',
    label: 'Open Pricing',
    href: '/pricing',
  },
  by_markets: {
    text: 'No more orders are to come from there: take the country out of your markets.',
    ...marketSettings,
  },
  by_zones: {
    text: 'No more orders are to come from there: take the country out of your shipping zones.',
    ...shippingSettings,
  },
};

/**
 * The remedies for an order that is blocked because of its destination; empty for every other order.
 * @param checkout null: not known yet.
 */
function findRemedies(
  {state, reasonCode, orderGid, country}: DropshipOrderDetail,
  checkout: Overview['unservedCheckout'] | null,
): readonly DestinationRemedy[] {
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
    ...(isMissing || isTerritory || checkout === null ? [] : [furtherOrders[checkout]]),
  ];
}
