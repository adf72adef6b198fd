import type {Overview} from '#contract/overview.ts';
import {age} from '../format.ts';
import {addressOf, changedOrders, counted, countNeedingYou, ordersNeedingYou, unpaidOrders} from '../words.ts';
import {UnreadableSettingsBanner} from './unreadable-settings.tsx';
import {WebhookBanners} from './webhook-banners.tsx';

type PageBannersProps = {readonly overview: Overview; readonly now: Date};

/** Urgent matters, most urgent first; empty if there are none. */
export function PageBanners({overview, now}: PageBannersProps) {
  const {catalogue, dropship} = overview.connection;
  return (
    <>
      {overview.needsReauth && (
        <s-banner tone="critical" heading="Piecewise has lost its access to your store">
          Close this page and open Piecewise again from your Shopify admin. Until then products and orders stand still.
        </s-banner>
      )}
      {overview.stopped !== null && (
        <s-banner tone="critical" heading="Piecewise has stopped for your store">
          {stoppedBecause[overview.stopped.reason]} No orders are sent and no products change. Everything is kept.
          Piecewise asks Shopify once a day, and whenever you open it, and continues by itself.
        </s-banner>
      )}
      <UnreadableSettingsBanner isShown={overview.settingsUnreadable} />
      {catalogue.state === 'rejected' && (
        <UnusableKey heading="The supplier no longer accepts your catalogue key">
          Products stay as they are, but nothing new is read. Ask the supplier for a new key and enter it.
        </UnusableKey>
      )}
      {dropship.state === 'rejected' && (
        <UnusableKey heading="The supplier no longer accepts your dropship key">
          New orders wait here until you enter a new key. None of them is lost.
        </UnusableKey>
      )}
      {catalogue.state === 'unreadable' && (
        <UnusableKey heading="Your catalogue key has to be entered again">
          The stored one can no longer be read. Products stay as they are, but nothing new is read until you enter it.
        </UnusableKey>
      )}
      {dropship.state === 'unreadable' && (
        <UnusableKey heading="Your dropship key has to be entered again">
          The stored one can no longer be read. New orders wait here until you enter it. None of them is lost.
        </UnusableKey>
      )}
      <ChangedBanner flagged={overview.flagged} />
      <WebhookBanners overview={overview} now={now} />
      <UnpaidBanner overview={overview} now={now} />
      <DecisionBanner orders={overview.orders} />
    </>
  );
}

const stoppedBecause: Readonly<Record<NonNullable<Overview['stopped']>['reason'], string>> = {
  frozen: 'Shopify says that your store is frozen because a bill is unpaid.',
  locked: 'Shopify says that your store is locked.',
  no_answer: 'Shopify announced that Piecewise was removed from your store, and has not answered since.',
};

function UnusableKey({heading, children}: {heading: string; children: string}) {
  return (
    <s-banner tone="critical" heading={heading}>
      {children}
      <s-button slot="secondary-actions" href="/settings/connection">
        Replace the key
      </s-button>
    </s-banner>
  );
}

/** Comes before anything about paying: after a change in the store, a payment could be lost. */
export function ChangedBanner({flagged}: Pick<Overview, 'flagged'>) {
  if (flagged === 0) return null;
  return (
    <s-banner
      tone="critical"
      heading={`${counted(flagged, 'order')} changed in your store after ${flagged === 1 ? 'it was' : 'they were'} sent to the supplier`}
    >
      Cancelled, refunded, edited or sent elsewhere: the supplier knows nothing of it. Look at the list before you pay
      anything; it says of each order what to do.
      <s-button slot="secondary-actions" href={addressOf(changedOrders)}>
        {flagged === 1 ? 'See the order' : 'See the orders'}
      </s-button>
    </s-banner>
  );
}

function UnpaidBanner({overview: {toPay, oldestUnpaidAt}, now}: PageBannersProps) {
  if (toPay === 0) return null;
  const waits = counted(toPay, 'dropship order waits', 'dropship orders wait');
  return (
    <s-banner tone="warning" heading={`${waits} for your payment`}>
      Open each checkout and pay there. The supplier ships only what is paid.
      {oldestUnpaidAt !== null && ` The oldest has waited ${age(oldestUnpaidAt, now)}.`}
      <s-button slot="secondary-actions" href={addressOf(unpaidOrders)}>
        See the orders
      </s-button>
    </s-banner>
  );
}

function DecisionBanner({orders}: Pick<Overview, 'orders'>) {
  const number = countNeedingYou(orders);
  if (number === 0) return null;
  return (
    <s-banner tone="warning" heading={`${counted(number, 'order needs', 'orders need')} a decision from you`}>
      The list of orders says for each what is in the way.
      <s-button slot="secondary-actions" href={addressOf(ordersNeedingYou)}>
        See the orders
      </s-button>
    </s-banner>
  );
}
