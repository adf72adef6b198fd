import {useAttempt} from '../../shared/api/remote.ts';
import {shippingSettings} from '../../shared/orders/unserved-words.ts';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {Notice} from '../../shared/page/notice.tsx';
import {againLabel, SwitchState} from '../../shared/switch/switch-state.tsx';
import {money} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {type Profile, profileApi, type Zone} from './profile-api.ts';
import {UnservedInMarkets} from './profile-offer.tsx';
import {changeTexts, noLongerHoldsText, stateText, unservedSentence, workText, zoneName} from './profile-words.ts';
import {UnservedMarkets} from './unserved-markets.tsx';

type ProfileStateProps = {
  readonly profile: Profile;
  readonly isBusy: boolean;
  /** Whether other rates are typed than the stored ones. */
  readonly isChanged: boolean;
  /** Has the app try again what stopped. */
  readonly onAgain: () => void;
};

/** Whether the profile is on, what the app is doing, and what hinders it. */
export function ProfileState({profile, isBusy, isChanged, onAgain}: ProfileStateProps) {
  const {want, isMarketDriven, stopped} = profile;
  return (
    <s-stack gap="small">
      <SwitchState
        state={profile}
        work={workText(profile)}
        progressLabel="Variants in the profile"
        reached={stateText(profile, isChanged)}
        isLacking={isMarketDriven === true}
        button={
          stopped === 'market_driven' ? undefined : (
            <s-button loading={isBusy} onClick={onAgain}>
              {stopped === 'other_currency' ? 'Enter the surcharge' : againLabel(stopped)}
            </s-button>
          )
        }
      />
      {want !== 'off' && isMarketDriven === true && (
        <Notice tone="warning" heading="The profile no longer does what it did">
          {noLongerHoldsText}
        </Notice>
      )}
    </s-stack>
  );
}

/** While it is wanted: which countries are left out, what the merchant changed in Shopify, and which variants are elsewhere. */
export function ProfileNotes({profile, isOffered}: {readonly profile: Profile; readonly isOffered: boolean}) {
  const {taken} = profile.variants;
  const changed = profile.zones.filter(({change}) => change !== null);
  return (
    <>
      {profile.isMarketDriven === true && <UnservedInMarkets profile={profile} />}
      {profile.isMarketDriven !== true && !isOffered && <Unserved profile={profile} />}
      <UnservedMarkets profile={profile} />
      {taken > 0 && (
        <s-text>
          {`${countNoun(taken, 'variant was', 'variants were')} put into another profile in Shopify, and stay${taken === 1 ? 's' : ''} there.`}
        </s-text>
      )}
      {changed.length > 0 && <ChangedZones zones={changed} />}
    </>
  );
}

/** The way to the rates in the Shopify admin. */
export const ShippingLink = () => (
  <s-stack direction="inline">
    <s-button href={shippingSettings.href} target="_top">
      {shippingSettings.label}
    </s-button>
  </s-stack>
);

function Unserved({profile}: {readonly profile: Profile}) {
  const {unserved, stopped} = profile;
  const sentence = unservedSentence(profile);
  if (sentence === null) return null;
  // What stopped may have been stopped before these products were in the profile, or is gone.
  const isKnown = unserved !== null && stopped === null;
  const effect = isKnown ? '. Shoppers there cannot buy these products.' : unserved === null ? '' : '.';
  return <s-text color="subdued">{`${sentence}${effect}`}</s-text>;
}

/** The zones that the merchant changed in Shopify, each with a button that takes the supplier's fee again. */
function ChangedZones({zones}: {readonly zones: readonly Zone[]}) {
  const {attempt, running, failure} = useAttempt(profileApi.giveBack);
  return (
    <s-stack gap="small-200">
      <s-heading>Changed by you in Shopify</s-heading>
      <s-text color="subdued">These zones stay as you made them.</s-text>
      {zones.map((zone) => (
        <s-grid
          key={zone.zone}
          gridTemplateColumns="@container (inline-size > 480px) 1fr auto, 1fr"
          gap="small-200"
          alignItems="center"
        >
          <s-text>{`${zoneName(zone)}: ${changeText(zone)}`}</s-text>
          <s-stack direction="inline">
            <s-button
              accessibilityLabel={`Use the supplier’s again: ${zoneName(zone)}`}
              loading={running === zone.zone}
              disabled={running !== null && running !== zone.zone}
              onClick={() => void attempt(zone.zone)}
            >
              Use the supplier’s again
            </s-button>
          </s-stack>
        </s-grid>
      ))}
      <ActionFailure failure={failure} />
    </s-stack>
  );
}

const changeText = ({change, shown, price}: Zone): string => {
  if (change === null) return '';
  if (shown === null) return changeTexts[change];
  const instead = price === null ? '' : ` instead of ${money(price.minor, price.currency)}`;
  return `${changeTexts[change]} Shoppers pay ${money(shown.minor, shown.currency)}${instead}.`;
};
