import type {DropshipOrder} from '#contract/dropship-orders.ts';
import type {ReasonCode} from '#domain/orders/reasons.ts';

type Place = {readonly label: string; readonly href: string};

const settings = {label: 'Open Settings', href: '/settings'};
const connection = {label: 'Open Connection', href: '/settings/connection'};

/** Where the merchant does what a reason asks for. A reason that asks for nothing on a page of settings is not named. */
const places: Readonly<Partial<Record<ReasonCode, Place>>> = {
  test_order: settings,
  delayed: settings,
  risk_pending: settings,
  colour_missing: settings,
  sending_paused: settings,
  settings_unreadable: settings,
  key_missing: connection,
  key_rejected: connection,
  key_unreadable: connection,
};

/** The way to the page where the reason of an order that is not sent is dealt with, if there is one. */
export function ReasonLink({order: {reasonCode, orderName}}: {order: DropshipOrder}) {
  const place = reasonCode === null ? undefined : places[reasonCode];
  if (place === undefined) return null;
  return (
    <s-stack direction="inline">
      <s-button href={place.href} accessibilityLabel={`${place.label} for ${orderName}`}>
        {place.label}
      </s-button>
    </s-stack>
  );
}
