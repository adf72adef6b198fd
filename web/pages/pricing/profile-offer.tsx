import {marketSettings, shippingSettings} from '../../shared/orders/unserved-words.ts';
import {Notice} from '../../shared/page/notice.tsx';
import {pricingLabels} from '../../shared/pricing/pricing-fields.ts';
import {goTo} from '../../shared/pricing/to-profile.tsx';
import type {Profile} from './profile-api.ts';
import {marketDrivenText, offerSentences, unservedSentence} from './profile-words.ts';
import {UnservedMarkets} from './unserved-markets.tsx';

/** What the profile is and does, until it is on for all products. */
export const Offer = ({profile}: {readonly profile: Profile}) => (
  <s-stack gap="small">
    {profile.want === 'off' && profile.settledAt !== null && (
      <s-text type="strong">It is off, and the products are back in the profiles they were in.</s-text>
    )}
    <s-text>
      {profile.want === 'trial' ? 'Switched on for all products:' : 'While it is on:'} shoppers pay the supplier’s fee
      for their country, and cannot check out where the supplier does not deliver.
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
    <UnservedMarkets profile={profile} />
    <OtherWay isMarketDriven />
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
        <s-button href={marketSettings.href} target="_top">
          {marketSettings.label}
        </s-button>
      }
    >
      {sentence}. Take them out of your markets: orders from there are not sent.
    </Notice>
  );
}

/** The fee in the price, and free shipping: with the places where both are set. */
export function OtherWay({isMarketDriven = false}: {readonly isMarketDriven?: boolean}) {
  const settings = isMarketDriven ? marketSettings : shippingSettings;
  return (
    <s-stack gap="small-200">
      <s-text color="subdued">
        The other fair way: put the fee into your prices (“{pricingLabels.carryZone}”, above), and make shipping free in
        your {isMarketDriven ? 'markets' : 'zones'}.
      </s-text>
      <s-stack direction="inline" gap="small-200">
        <s-button variant="tertiary" onClick={() => goTo('[data-field="carryZone"]', 'center')}>
          Go to “Add the shipping fee”
        </s-button>
        <s-button variant="tertiary" href={settings.href} target="_top">
          {settings.label}
        </s-button>
      </s-stack>
    </s-stack>
  );
}
