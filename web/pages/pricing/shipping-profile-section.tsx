import {useEffect, useRef, useState} from 'react';
import type {Pricing} from '#contract/settings.ts';
import {isSameValue} from '#domain/settings/same-value.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {AskFirstButton} from '../../shared/list/ask-first-button.tsx';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {Loading, StaleNotice} from '../../shared/page/loading.tsx';
import {useAskBeforeLeaving} from '../../shared/page/unsaved-edits.ts';
import {type Profile, profileQuery} from './profile-api.ts';
import {euroRateOf, planTyped, readTerms, type TermsDraft, termsDraftOf} from './profile-draft.ts';
import {MarketDriven, Offer, OtherWay} from './profile-offer.tsx';
import {ProfileNotes, ProfileState} from './profile-state.tsx';
import {RatesTable, TermsFields} from './profile-terms.tsx';
import {type Switch, useSwitch} from './use-switch.ts';

type ShippingProfileProps = {
  /** The saved prices, which have the exchange rate. */
  readonly pricing: Pricing;
};

/** The shipping profile that the app keeps in the store, so that shoppers pay what the supplier charges. */
export function ShippingProfileSection({pricing}: ShippingProfileProps) {
  const remote = useRemote(profileQuery);
  const {value} = remote;
  return (
    <s-section heading="Shipping profile">
      {value === null ? (
        <Loading what="the shipping profile" remote={remote} height="480px" />
      ) : (
        <s-stack gap="base">
          <StaleNotice what="the shipping profile" remote={remote} />
          {isOffered(value) ? <ProfileOf profile={value} pricing={pricing} /> : <MarketDriven profile={value} />}
        </s-stack>
      )}
    </s-section>
  );
}

/** Not in a store whose rates are those of its markets, but for switching it off. */
const isOffered = ({isMarketDriven, want, isWorking, stopped}: Profile): boolean =>
  isMarketDriven !== true || want !== 'off' || isWorking || stopped !== null;

function ProfileOf({profile, pricing}: ShippingProfileProps & {readonly profile: Profile}) {
  const {want, isWorking, stopped} = profile;
  const rate = euroRateOf(pricing);
  const [typed, setTyped] = useState<TermsDraft | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const stored = termsDraftOf(profile.terms);
  const draft = typed ?? stored;
  const isChanged = !isSameValue(draft, stored);
  const reading = readTerms(draft, rate);
  const switching = useSwitch(profile, () => setTyped(null));
  const status = useFocusOnChange(`${want} ${isWorking}`);
  useAskBeforeLeaving(isChanged);
  const press = (wanted: Profile['want']) => {
    setIsChecked(wanted !== 'off');
    if (wanted === 'off') return void switching.press({want: 'off', ...profile.terms});
    if (reading.terms !== null) void switching.press({want: wanted, ...reading.terms});
  };
  return (
    <>
      <div ref={status} role="status" tabIndex={-1} style={{outline: 'none'}}>
        <ProfileState profile={profile} isBusy={switching.pressed !== null} onAgain={() => press(want)} />
        {want === 'off' && !isWorking && stopped === null && <Offer profile={profile} />}
      </div>
      {want !== 'off' && <ProfileNotes profile={profile} />}
      <TermsFields
        draft={draft}
        rate={rate}
        errors={isChecked ? reading.errors : {}}
        onChange={(part) => {
          setTyped({...draft, ...part});
          setIsChecked(false);
        }}
      />
      <RatesTable zones={profile.zones} rates={planTyped(reading, profile.zones, rate)} />
      <Buttons profile={profile} isChanged={isChanged} switching={switching} onPress={press} />
      <OtherWay />
    </>
  );
}

/** A place that gets the focus when the pressed button is gone after a change. */
function useFocusOnChange(state: string) {
  const place = useRef<HTMLDivElement>(null);
  const known = useRef(state);
  useEffect(() => {
    // The browser gives the focus of a button that is gone to the body.
    if (known.current !== state && document.activeElement === document.body) place.current?.focus();
    known.current = state;
  }, [state]);
  return place;
}

type ButtonsProps = {
  readonly profile: Profile;
  /** Whether the typed terms differ from the stored ones. */
  readonly isChanged: boolean;
  readonly switching: Switch;
  readonly onPress: (wanted: Profile['want']) => void;
};

function Buttons({profile, isChanged, switching, onPress}: ButtonsProps) {
  const {want, products} = profile;
  const {pressed, answer, failure} = switching;
  const isFree = pressed === null;
  const stateOf = (wanted: Profile['want']) => ({loading: pressed === wanted, disabled: !isFree && pressed !== wanted});
  return (
    <s-stack gap="small-200">
      <s-stack direction="inline" gap="small-200">
        {want === 'off' && products > 0 && (
          <s-button variant="primary" {...stateOf('trial')} onClick={() => onPress('trial')}>
            Try it with three products
          </s-button>
        )}
        {want !== 'on' && (
          <s-button
            {...stateOf('on')}
            {...(want === 'trial' ? {variant: 'primary' as const} : {})}
            onClick={() => onPress('on')}
          >
            Switch it on for all products
          </s-button>
        )}
        {want !== 'off' && (
          <s-button
            loading={pressed === want}
            disabled={!isChanged || (!isFree && pressed !== want)}
            onClick={() => onPress(want)}
          >
            Change the rates
          </s-button>
        )}
        {want !== 'off' && <SwitchOff profile={profile} pressed={pressed} onPress={onPress} />}
      </s-stack>
      <div role="status" style={{display: 'contents'}}>
        {answer !== null && <s-text>{answer}</s-text>}
      </div>
      <ActionFailure failure={failure} heading="Nothing has changed" />
    </s-stack>
  );
}

type SwitchOffProps = Pick<ButtonsProps, 'profile' | 'onPress'> & {readonly pressed: Profile['want'] | null};

const SwitchOff = ({profile: {want}, pressed, onPress}: SwitchOffProps) => (
  <AskFirstButton
    {...offLabels(want === 'trial' ? 'Take it back' : 'Switch it off')}
    isRunning={pressed === 'off'}
    isDisabled={pressed !== null}
    onConfirm={() => onPress('off')}
  >
    <s-paragraph>
      The products go back to the profiles they were in, the profile of Piecewise is deleted, and everything is as it
      was. Shoppers then pay your own rates again, also in countries that are not served.
    </s-paragraph>
  </AskFirstButton>
);

const offLabels = (label: string) => ({label, heading: label, confirmLabel: label});
