import type {Overview} from '#contract/overview.ts';
import {changedOrders, orderViewAddress} from '../../text/order-list.ts';
import {changedOrdersHeading, changedOrdersText} from '../orders/order-matters.ts';
import {BuyerDataBanner, MissingScopesBanner} from './access-banners.tsx';
import {StaleBanner} from './loading.tsx';
import {PausedBanner} from './paused-banner.tsx';
import type {BannerProps} from './store-page.tsx';

/** The banner of Home, at most one: the data may be out of date, or the most urgent condition that stops Piecewise or a part of it. */
export function HomeBanner({overview, remote}: BannerProps) {
  if (remote.error !== null) return <StaleBanner what="your store" remote={remote} />;
  if (overview.needsReauth) {
    return (
      <s-banner tone="critical" heading="Piecewise has lost its access to your store">
        Close this page and open Piecewise again from your Shopify admin. Until then products and orders stand still.
        <LinkInBanner {...yourApps} />
      </s-banner>
    );
  }
  if (overview.stopped === null) return <AccessBanner overview={overview} remote={remote} />;
  const {reason} = overview.stopped;
  const place = stopPlaces[reason];
  return (
    <s-banner tone="critical" heading="Piecewise has stopped for your store">
      {stopReasonTexts[reason]} No orders are sent and no products change. Everything is kept. Piecewise asks Shopify
      once a day, and whenever you open it, and continues by itself.
      {place !== undefined && <LinkInBanner {...place} />}
      {reason !== 'no_access' && (
        // At a request for a stopped store the server has Shopify asked, at most every five minutes.
        <s-button slot="secondary-actions" onClick={remote.refresh}>
          Look again
        </s-button>
      )}
    </s-banner>
  );
}

type Place = {readonly label: string; readonly href: string};

/** A button in a banner to a page of the Shopify admin. */
const LinkInBanner = ({label, href}: Place) => (
  <s-button slot="secondary-actions" href={href} target="_top">
    {label}
  </s-button>
);

const yourApps: Place = {label: 'Open your apps in Shopify', href: 'shopify://admin/settings/apps'};

/** Where in Shopify the merchant can do something about it. */
const stopPlaces: Readonly<Partial<Record<NonNullable<Overview['stopped']>['reason'], Place>>> = {
  frozen: {label: 'Open billing in Shopify', href: 'shopify://admin/settings/billing'},
  no_access: yourApps,
};

/**
 * The banner for conditions that stop only a part, the worst first: unreadable settings stop runs and sending, a missing permission stops
 * what needs it, withheld names and e-mails stop orders only.
 */
function AccessBanner({overview, remote}: BannerProps) {
  const {settingsUnreadable, missingScopes, buyerData, shippingWarning} = overview;
  if (settingsUnreadable !== null) return <PausedBanner of={overview} />;
  if (missingScopes.length > 0) return <MissingScopesBanner missingScopes={missingScopes} onGranted={remote.refresh} />;
  if (buyerData !== null) return <BuyerDataBanner reason={buyerData} />;
  if (shippingWarning === null) return null;
  return (
    <s-banner tone="warning" heading="Look at your shipping profile">
      {shippingWarning}
      <s-button slot="secondary-actions" href="/pricing">
        Open Pricing
      </s-button>
    </s-banner>
  );
}

const stopReasonTexts: Readonly<Record<NonNullable<Overview['stopped']>['reason'], string>> = {
  frozen: 'Shopify says that your store is frozen because a bill is unpaid.',
  locked: 'Shopify says that your store is locked.',
  no_answer: 'Shopify announced that Piecewise was removed from your store, and has not answered since.',
  no_access:
    'Shopify announced that Piecewise was removed from your store, and Piecewise has no access left to ask whether that is so. Close this page and open Piecewise again from your Shopify admin.',
  forbidden:
    'Shopify announced that Piecewise was removed from your store, and refuses to say whether that is so. Tell us if this page says the same tomorrow.',
};

/** The banner above the list of orders about orders changed in the store: a payment of such an order could be lost. */
export function ChangedOrdersBanner({flagged}: Pick<Overview, 'flagged'>) {
  if (flagged === 0) return null;
  return (
    <s-banner tone="critical" heading={changedOrdersHeading(flagged)}>
      {changedOrdersText}
      <s-button slot="secondary-actions" href={orderViewAddress(changedOrders)}>
        {flagged === 1 ? 'See the order' : 'See the orders'}
      </s-button>
    </s-banner>
  );
}
