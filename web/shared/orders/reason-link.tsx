import {useLocation} from 'react-router';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import type {SettingsForm} from '#contract/settings.ts';
import type {DropshipState} from '#domain/orders/dropship-state.ts';
import type {ReasonCode} from '#domain/orders/reasons.ts';
import {settingsPlaces} from '../../text/unreadable-settings-words.ts';

type Place = {readonly label: string; readonly href: string};

/** @param field the setting that decides the reason. */
const settingOf = (field: keyof SettingsForm) => ({...settingsPlaces.settings, href: `/settings#${field}`});
const connection = {label: 'Open Connection', href: '/settings/connection'};

/** Where the merchant does what a reason asks for. A reason that asks for nothing on a page of settings is not named. */
const places: Readonly<Partial<Record<ReasonCode, Place>>> = {
  test_order: settingOf('sendTestOrders'),
  delayed: settingOf('delayMinutes'),
  risk_pending: settingOf('waitForFraudAnalysis'),
  colour_missing: settingOf('standingColour'),
  sending_paused: settingOf('sendingPaused'),
  settings_unreadable: settingsPlaces.settings,
  prices_unreadable: settingsPlaces.pricing,
  rules_unreadable: settingsPlaces.rules,
  margin_unknown: settingsPlaces.pricing,
  margin_below_floor: settingsPlaces.pricing,
  key_missing: connection,
  key_rejected: connection,
  key_unreadable: connection,
};

/** What the merchant does on the page of the order, where nothing on another page helps. */
const decisions: Readonly<Partial<Record<DropshipState, string>>> = {
  needs_details: 'Enter the details',
  blocked: 'Decide',
  held: 'Decide',
  unconfirmed: 'Decide',
  rejected: 'Decide',
};

/** The way to the page where the merchant deals with the order's reason or state, if that is another page. */
export function ReasonLink({order}: {order: DropshipOrder}) {
  const {pathname} = useLocation();
  const place = placeOf(order);
  if (place === undefined || place.href === pathname) return null;
  return (
    <s-stack direction="inline">
      <s-button href={place.href} accessibilityLabel={`${place.label} for ${order.orderName}`}>
        {place.label}
      </s-button>
    </s-stack>
  );
}

function placeOf({id, state, reasonCode}: DropshipOrder): Place | undefined {
  const elsewhere = reasonCode === null ? undefined : places[reasonCode];
  const label = decisions[state];
  return elsewhere ?? (label === undefined ? undefined : {label, href: `/orders/${id}`});
}
