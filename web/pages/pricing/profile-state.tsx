import {useAttempt} from '../../shared/api/remote.ts';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {Notice} from '../../shared/page/notice.tsx';
import {money} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {type Profile, profileApi, type Zone} from './profile-api.ts';
import {UnservedInMarkets} from './profile-offer.tsx';
import {
  changeTexts,
  isBeingSwitchedOn,
  noLongerHoldsText,
  stateText,
  unservedSentence,
  workText,
  zoneName,
} from './profile-words.ts';
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
  const {want, isWorking, isMarketDriven, variants, stopped, said} = profile;
  const work = workText(profile);
  const isReached = !isWorking && stopped === null && want !== 'off';
  return (
    <s-stack gap="small">
      {want !== 'off' && (
        <s-stack direction="inline">
          <StateBadge profile={profile} />
        </s-stack>
      )}
      {work !== null && (
        <s-stack gap="small-200">
          <s-stack direction="inline" gap="small-200" alignItems="center">
            <s-spinner accessibilityLabel="Going on" />
            <s-text fontVariantNumeric="tabular-nums">{work}</s-text>
          </s-stack>
          {want !== 'off' && variants.wanted > 0 && (
            <s-progress value={variants.moved} max={variants.wanted} accessibilityLabel="Variants in the profile" />
          )}
        </s-stack>
      )}
      {isReached && <s-text>{stateText(profile, isChanged)}</s-text>}
      {said !== null && (
        <Notice
          tone="warning"
          heading={want === 'off' ? 'Not switched off yet' : 'Not as you want it'}
          button={
            stopped === 'market_driven' ? undefined : (
              <s-button loading={isBusy} onClick={onAgain}>
                {againLabel(profile)}
              </s-button>
            )
          }
        >
          {said}
        </Notice>
      )}
      {want !== 'off' && isMarketDriven === true && (
        <Notice tone="warning" heading="The profile no longer does what it did">
          {noLongerHoldsText}
        </Notice>
      )}
    </s-stack>
  );
}

function StateBadge({profile}: {readonly profile: Profile}) {
  const {want, stopped, isMarketDriven, variants} = profile;
  if (want === 'trial') return <s-badge tone="info">On trial</s-badge>;
  if (isBeingSwitchedOn(profile)) return <s-badge tone="info">Being switched on</s-badge>;
  if (stopped !== null && variants.moved < variants.wanted)
    return <s-badge tone="warning">{variants.moved === 0 ? 'Not on' : 'Partly on'}</s-badge>;
  return <s-badge tone={stopped === null && isMarketDriven !== true ? 'success' : 'warning'}>On</s-badge>;
}

const againLabel = ({stopped}: Profile): string =>
  stopped === 'not_permitted' ? 'Allow it' : stopped === 'removed' ? 'Switch it on again' : 'Try again';

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
