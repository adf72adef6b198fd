import type {Overview} from '#contract/overview.ts';
import {age} from '../format.ts';
import {counted, countNeedingYou} from '../words.ts';
import {goTo} from './setup-guide.tsx';

/** What cannot wait, most urgent first; nothing when nothing is. */
export function PageBanners({overview, now}: {overview: Overview; now: Date}) {
  const {catalogue, dropship} = overview.connection;
  return (
    <>
      {overview.needsReauth && (
        <s-banner tone="critical" heading="Piecewise has lost its access to your store">
          Close this page and open Piecewise again from your Shopify admin. Until then products and orders stand still.
        </s-banner>
      )}
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
      <UnpaidBanner orders={overview.orders} oldestUnpaidAt={overview.oldestUnpaidAt} now={now} />
      <DecisionBanner orders={overview.orders} />
    </>
  );
}

function UnusableKey({heading, children}: {heading: string; children: string}) {
  return (
    <s-banner tone="critical" heading={heading}>
      {children}
      <s-button slot="secondary-actions" onClick={() => goTo('connection')}>
        Replace the key
      </s-button>
    </s-banner>
  );
}

type UnpaidProps = Pick<Overview, 'orders' | 'oldestUnpaidAt'> & {readonly now: Date};

function UnpaidBanner({orders, oldestUnpaidAt, now}: UnpaidProps) {
  const unpaid = orders.awaiting_payment ?? 0;
  if (unpaid === 0) return null;
  const waits = counted(unpaid, 'dropship order waits', 'dropship orders wait');
  return (
    <s-banner tone="warning" heading={`${waits} for your payment`}>
      Open each checkout and pay there. The supplier ships only what is paid.
      {oldestUnpaidAt !== null && ` The oldest has waited ${age(oldestUnpaidAt, now)}.`}
      <s-button slot="secondary-actions" onClick={() => goTo('orders')}>
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
      The table below says for each what is in the way.
      <s-button slot="secondary-actions" onClick={() => goTo('orders')}>
        See the orders
      </s-button>
    </s-banner>
  );
}
