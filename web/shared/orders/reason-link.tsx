import {useLocation} from 'react-router';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import type {DropshipState} from '#domain/orders/dropship-state.ts';
import type {ReasonCode} from '#domain/orders/reasons.ts';
import type {generalSettings} from '#domain/settings/orders.ts';

type PageLink = {readonly label: string; readonly href: string};

/** The link to a setting. @param field the setting that decides the reason. */
const settingLink = (field: keyof typeof generalSettings) => ({label: 'Open Settings', href: `/settings#${field}`});
const pricingLink = {label: 'Open Pricing', href: '/pricing'};
const connectionLink = {label: 'Open Settings', href: '/settings/connection'};

/** The link shown for a reason that comes from a setting or a key, in place of the link to the order's page. */
const linkByReason: Readonly<Partial<Record<ReasonCode, PageLink>>> = {
  test_order: settingLink('sendTestOrders'),
  delayed: settingLink('delayMinutes'),
  risk_pending: settingLink('waitForFraudAnalysis'),
  sending_paused: settingLink('sendingPaused'),
  colour_missing: settingLink('standingColour'),
  margin_unknown: pricingLink,
  key_missing: connectionLink,
  key_rejected: connectionLink,
  key_unreadable: connectionLink,
};

/** The label of the link to the page of the order, by the order's state, for reasons that no other page settles. */
const labelByState: Readonly<Partial<Record<DropshipState, string>>> = {
  needs_details: 'Enter the details',
  blocked: 'Decide',
  held: 'Decide',
  unconfirmed: 'Decide',
  rejected: 'Decide',
};

/** The link to the page where the merchant settles the order's reason or state; none on that page itself. */
export function ReasonLink({order}: {order: DropshipOrder}) {
  const {pathname} = useLocation();
  const place = reasonLinkOf(order, pathname);
  if (place === undefined || place.href === pathname) return null;
  return (
    <s-stack direction="inline">
      <s-button href={place.href} accessibilityLabel={`${place.label} for ${order.orderName}`}>
        {place.label}
      </s-button>
    </s-stack>
  );
}

/**
 * The page that settles the order's reason, else the order's page where its state waits for the merchant; undefined: neither. What an order
 * needs is said on its own page; a setting that answers for later orders too is named there.
 */
function reasonLinkOf({id, state, reasonCode}: DropshipOrder, pathname: string): PageLink | undefined {
  const elsewhere = reasonCode === null ? undefined : linkByReason[reasonCode];
  const label = labelByState[state];
  const own = label === undefined ? undefined : {label, href: `/orders/${id}`};
  return state === 'needs_details' && own?.href !== pathname ? own : (elsewhere ?? own);
}
