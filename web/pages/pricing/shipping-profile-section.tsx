import {type ComponentProps, useEffect, useRef, useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import type {Pricing} from '#contract/settings.ts';
import {allMissingForPrices} from '#domain/pricing/missing-for-prices.ts';
import {isSameValue} from '#domain/settings/same-value.ts';
import {pricingApi} from '../../shared/api/pricing-api.ts';
import {shippingQuery} from '../../shared/api/questions.ts';
import {type RemoteData, useAction, useRemote} from '../../shared/api/remote.ts';
import {Fold, openFold} from '../../shared/details/fold.tsx';
import type {FieldErrors} from '../../shared/form/field-errors.ts';
import {useNamedPlace} from '../../shared/form/named-place.ts';
import {Loading, StaleNotice} from '../../shared/page/loading.tsx';
import {useAskBeforeLeaving} from '../../shared/page/unsaved-edits.ts';
import {currencyOf} from '../../shared/pricing/pricing-draft.ts';
import {addOnBesideProfileText} from '../../shared/pricing/pricing-fields.ts';
import {goTo, profilePlace} from '../../shared/pricing/to-profile.tsx';
import {SwitchButtons} from '../../shared/switch/switch-buttons.tsx';
import {isBeingSwitchedOn} from '../../shared/switch/switch-state.tsx';
import {useFocusOnChange, useSwitch} from '../../shared/switch/use-switch.ts';
import {writeDecimal} from '../../text/decimal-input.ts';
import {type Profile, profileSwitch} from './profile-api.ts';
import {euroRateOf, planTyped, readTerms, type TermsDraft, termsDraftOf} from './profile-draft.ts';
import {MarketDriven, Offer} from './profile-offer.tsx';
import {ProfileNotes, ProfileState, ShippingLink} from './profile-state.tsx';
import {bringsInLess, leftInZone, RateNotes, rateTaxOf} from './profile-tax.tsx';
import {RatesTable, TermsFields} from './profile-terms.tsx';
import {serviceStopsText} from './profile-words.ts';

type ShippingProfileProps = {
  /** The saved prices, which have the exchange rate. */
  readonly pricing: Pricing;
  readonly overview: Pick<Overview, 'country'>;
};

/** The shipping profile that the app keeps in the store, so that shoppers pay what the supplier charges. */
export function ShippingProfileSection({
  remote,
  ...props
}: ShippingProfileProps & {readonly remote: RemoteData<Profile>}) {
  const {value} = remote;
  const place = useRef<HTMLDivElement>(null);
  useNamedPlace(place, 'start');
  useFiguresOnceDone(value);
  return (
    <div ref={place} id={profilePlace} tabIndex={-1} style={{outline: 'none'}}>
      <s-section heading="Shipping profile">
        {value === null ? (
          <Loading what="the shipping profile" remote={remote} height="480px" />
        ) : (
          <s-stack gap="base">
            <StaleNotice what="the shipping profile" remote={remote} />
            {isOffered(value) ? <ProfileOf profile={value} {...props} /> : <MarketDriven profile={value} />}
          </s-stack>
        )}
      </s-section>
    </div>
  );
}

/** Loads the figures of the page again once the app is done: shoppers pay other rates now. @param profile null: not known yet. */
function useFiguresOnceDone(profile: Profile | null): void {
  // Asking for the rates has the server keep them; then every figure on the page is loaded again.
  const {run} = useAction(() => pricingApi.shipping());
  const done = profile === null ? undefined : profile.isWorking ? 'working' : profile.settledAt;
  const known = useRef(done);
  useEffect(() => {
    const isNew = known.current !== undefined && known.current !== done && done !== 'working';
    known.current = done;
    // Where Shopify does not answer, the page says so where it shows the rates.
    if (isNew) void run(undefined).catch(() => undefined);
  }, [done, run]);
}

/** Not in a store whose rates are those of its markets, but for switching it off. */
const isOffered = ({isMarketDriven, want, isWorking, stopped}: Profile): boolean =>
  isMarketDriven !== true || want !== 'off' || isWorking || stopped !== null;

function ProfileOf({profile, pricing, overview}: ShippingProfileProps & {readonly profile: Profile}) {
  const {want, isWorking, stopped} = profile;
  const isShown = want === 'off' ? !isWorking && stopped === null : want === 'trial' || isBeingSwitchedOn(profile);
  const rate = euroRateOf(pricing);
  const [typed, setTyped] = useState<TermsDraft | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const stored = termsDraftOf(profile.terms);
  const draft = typed ?? stored;
  const isChanged = !isSameValue(draft, stored);
  const reading = readTerms(draft, rate, profile.terms.surcharge === null);
  const switching = useSwitch(profileSwitch, profile, () => setTyped(null));
  const status = useFocusOnChange(`${want} ${isWorking}`);
  useAskBeforeLeaving(isChanged);
  const press = (wanted: Profile['want']) => {
    setIsChecked(wanted !== 'off');
    if (wanted === 'off')
      return void switching.press({want: 'off', ...profile.terms, surcharge: profile.terms.surcharge ?? 0});
    if (reading.terms !== null) return void switching.press({want: wanted, ...reading.terms});
    const [wrong] = Object.keys(reading.errors);
    if (wrong !== undefined) openFold(ratesPlace, () => goTo(`[data-field="${wrong}"]`, 'center'));
  };
  const change = (part: Partial<TermsDraft>) => {
    setTyped({...draft, ...part});
    setIsChecked(false);
  };
  return (
    <>
      <div ref={status} role="status" tabIndex={-1} style={{outline: 'none'}}>
        <ProfileState
          profile={profile}
          isBusy={switching.pressed !== null}
          isChanged={isChanged}
          onAgain={() => press(want)}
        />
      </div>
      {isShown && <Offer profile={profile} />}
      {isShown && pricing.pricing.addOn > 0 && <s-text color="subdued">{addOnBesideProfileText}</s-text>}
      {want !== 'off' && <ProfileNotes profile={profile} isOffered={isShown} />}
      <Rates
        profile={profile}
        draft={draft}
        reading={reading}
        errors={isChecked ? reading.errors : {}}
        isChanged={isChanged}
        onChange={change}
        pricing={pricing}
        overview={overview}
      />
      <Buttons
        profile={profile}
        canTry={isPriced(pricing) && profile.all.products > 0}
        isChanged={isChanged}
        switching={switching}
        onPress={press}
      />
      {want !== 'off' && <ToRequests />}
    </>
  );
}

type RatesProps = ShippingProfileProps & {
  readonly profile: Profile;
  readonly draft: TermsDraft;
  readonly reading: ReturnType<typeof readTerms>;
  readonly errors: FieldErrors;
  readonly isChanged: boolean;
  readonly onChange: (part: Partial<TermsDraft>) => void;
};

/** The id of the closed section with the rates. */
const ratesPlace = 'profile-rates';

/** The fields, and the rates that follow from what is typed. Zones that the store is known not to sell to are not shown. */
function Rates({profile, draft, reading, errors, isChanged, onChange, pricing, overview}: RatesProps) {
  const {want, isWorking, stopped} = profile;
  const shipping = useRemote(shippingQuery).value;
  const unsold = shipping?.zones.filter(({sold}) => sold === false).map(({zone}) => zone) ?? [];
  const zones = profile.zones.filter(({zone, change}) => change !== null || !unsold.includes(zone));
  const rate = euroRateOf(pricing);
  const rates = planTyped(reading, profile.zones, rate);
  const tax = rateTaxOf(pricing, overview);
  const isPaid = want === 'on' && !isWorking && stopped === null && !isChanged;
  const isShort = bringsInLess({zones, rates, tax, pricing});
  return (
    <Fold
      id={ratesPlace}
      heading="Rates"
      isWarning={isShort}
      summary={isShort ? 'less than the fee' : `${writeDecimal((reading.terms ?? profile.terms).percent)} % of the fee`}
    >
      <TermsFields draft={draft} rate={rate} errors={errors} isTaxed={tax !== null} onChange={onChange} />
      <RatesTable
        zones={zones}
        rates={rates}
        isPaid={isPaid}
        leftOf={(zone) => leftInZone(zone, rates, tax, pricing)}
      />
      <RateNotes
        zones={zones}
        rates={rates}
        tax={tax}
        pricing={pricing}
        isPaid={isPaid}
        onPercent={(percent) => onChange({percent})}
      />
      {want !== 'off' && profile.isMarketDriven !== true && <ShippingLink />}
    </Fold>
  );
}

/** Whether the saved prices have all they need; until then no product is on sale. */
const isPriced = (base: Pricing): boolean =>
  allMissingForPrices({currency: currencyOf(base), taxesIncluded: base.taxesIncluded === true}, base.pricing).length ===
  0;

type ButtonsProps = {
  readonly profile: Profile;
  readonly canTry: boolean;
  /** Whether the typed terms differ from the stored ones. */
  readonly isChanged: boolean;
  readonly switching: ComponentProps<typeof SwitchButtons>['switching'];
  readonly onPress: (wanted: Profile['want']) => void;
};

function Buttons({profile, canTry, isChanged, switching, onPress}: ButtonsProps) {
  const {want, isWorking} = profile;
  const {pressed} = switching;
  return (
    <SwitchButtons
      want={want}
      isWorking={isWorking}
      canTry={canTry}
      canSwitchOn
      switching={switching}
      onPress={onPress}
      offQuestion={
        <>
          <s-paragraph>
            The products go back to the profiles they were in, and the profile of Piecewise is deleted. Shoppers then
            pay your own rates again, also in countries that are not served.
          </s-paragraph>
          {profile.hasService && <s-paragraph>{serviceStopsText}</s-paragraph>}
        </>
      }
    >
      <s-button
        loading={pressed === want}
        disabled={!isChanged || (pressed !== null && pressed !== want)}
        onClick={() => onPress(want)}
      >
        Change the rates
      </s-button>
    </SwitchButtons>
  );
}

/** The way to the page where orders are requested in Shopify, which needs these rates. */
const ToRequests = () => (
  <s-stack direction="inline">
    <s-button href="/settings/fulfilment">Orders requested in Shopify</s-button>
  </s-stack>
);
