import {Fold, openFold} from '../../shared/details/fold.tsx';
import {marketSettings, shippingSettings} from '../../shared/orders/unserved-words.ts';
import {Notice} from '../../shared/page/notice.tsx';
import {pricingLabels} from '../../shared/pricing/pricing-fields.ts';
import {goTo, limitsPlace} from '../../shared/pricing/to-profile.tsx';
import type {Profile} from './profile-api.ts';
import {marketDrivenText, offerFacts, offerRules, unservedEffect, unservedSentence} from './profile-words.ts';
import {UnservedMarkets} from './unserved-markets.tsx';

/** What the profile would do, until it is on for all products. */
export const Offer = ({profile}: {readonly profile: Profile}) => (
  <>
    {profile.want === 'off' && profile.settledAt !== null && (
      <s-text type="strong">It is off, and the products are back in the profiles they were in.</s-text>
    )}
    <s-unordered-list>
      {offerFacts(profile).map((sentence) => (
        <s-list-item key={sentence}>{sentence}</s-list-item>
      ))}
    </s-unordered-list>
    {profile.unserved !== null && profile.unserved.length > 0 && (
      <Notice tone="warning" heading="You sell to countries that are not served">
        {`${unservedSentence(profile)}. ${unservedEffect(profile)}`}
      </Notice>
    )}
    <Fold heading="What the profile does">
      {profile.want !== 'on' && <s-text>Switched on for all products:</s-text>}
      <s-unordered-list>
        {offerRules(profile).map((sentence) => (
          <s-list-item key={sentence}>{sentence}</s-list-item>
        ))}
      </s-unordered-list>
      {profile.want === 'off' && <OtherWay />}
    </Fold>
  </>
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
        <s-button onClick={() => openFold(limitsPlace, () => goTo('[data-field="carryZone"]', 'center'))}>
          Go to “Add the shipping fee”
        </s-button>
        <s-button href={settings.href} target="_top">
          {settings.label}
        </s-button>
      </s-stack>
    </s-stack>
  );
}
