import {shippingSettings} from '../../shared/orders/unserved-words.ts';
import {Notice} from '../../shared/page/notice.tsx';
import {pricingLabels} from '../../shared/pricing/pricing-fields.ts';
import type {Profile} from './profile-api.ts';
import {marketDrivenText, offerSentences, unservedSentence} from './profile-words.ts';

/** What the profile is and does, before it is on. */
export const Offer = ({profile}: {readonly profile: Profile}) => (
  <s-stack gap="small">
    <s-text>
      Shoppers pay the supplier’s fee for their country, and cannot check out where the supplier does not deliver.
    </s-text>
    <s-unordered-list>
      {offerSentences(profile).map((sentence) => (
        <s-list-item key={sentence}>{sentence}</s-list-item>
      ))}
    </s-unordered-list>
  </s-stack>
);

/** Why a store whose rates are those of its markets gets no offer, and what it can do instead. */
export const MarketDriven = ({profile}: {readonly profile: Profile}) => (
  <>
    <s-text>{marketDrivenText}</s-text>
    <UnservedInMarkets profile={profile} />
    <OtherWay />
  </>
);

/** The countries that are to be taken out of the store's markets, all of them. */
export function UnservedInMarkets({profile}: {readonly profile: Profile}) {
  const sentence = unservedSentence(profile, Infinity);
  if (sentence === null) return null;
  if (profile.unserved === null) return <s-text color="subdued">{sentence}</s-text>;
  return (
    <Notice
      tone="warning"
      heading="You sell to countries that are not served"
      button={
        <s-button href="shopify://admin/markets" target="_top">
          Open Markets in Shopify
        </s-button>
      }
    >
      {sentence}. Take them out of your markets: orders from there are not sent.
    </Notice>
  );
}

/** The fee in the price, and free shipping: with the places where both are set. */
export const OtherWay = () => (
  <s-stack gap="small-200">
    <s-text color="subdued">
      The other fair way: put the fee into your prices (“{pricingLabels.carryZone}”, above), and make shipping free in
      your zones.
    </s-text>
    <s-stack direction="inline" gap="small-200">
      <s-button variant="tertiary" onClick={focusOnCarriedZone}>
        Put the fee into your prices
      </s-button>
      <s-button variant="tertiary" href={shippingSettings.href} target="_top">
        {shippingSettings.label}
      </s-button>
    </s-stack>
  </s-stack>
);

function focusOnCarriedZone(): void {
  const field = document.querySelector<HTMLElement>('[data-field="carryZone"]');
  field?.focus({preventScroll: true});
  field?.scrollIntoView({block: 'center', behavior: 'instant'});
}
