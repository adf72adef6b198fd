import {type ReactNode, useRef, useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import type {Pricing, Saved} from '#contract/settings.ts';
import {pricingApi} from '../api/pricing-api.ts';
import {shippingQuery} from '../api/questions.ts';
import {useRemote} from '../api/remote.ts';
import {Fold, openFold} from '../details/fold.tsx';
import {SavingState} from '../form/saving-state.tsx';
import {SettingsForm, useSettingsForm} from '../form/settings-form.tsx';
import {Notice} from '../page/notice.tsx';
import {stepAddress} from '../page/store-filled.ts';
import {useCountAgain} from './count-again.ts';
import {EffectSection} from './effect-section.tsx';
import {LimitFields} from './limit-fields.tsx';
import {PriceExamplesSection} from './price-examples.tsx';
import {PriceFields, type PriceFieldsProps} from './price-fields.tsx';
import {currencyOf, readCompletePricing, readPricing} from './pricing-draft.ts';
import {addOnBesideProfileText, pricingKind, pricingLabels} from './pricing-fields.ts';
import {RulesSection} from './rules-section.tsx';
import {type TriedInput, useTriedPrice} from './tried-price.ts';
import {TrySection} from './try-section.tsx';
import {ZonesSection} from './zones-section.tsx';

type PricingFormProps = {
  readonly overview: Overview;
  readonly stored: Saved<Pricing>;
  /**
   * True in set-up: shows only what every price is made of, and the effect of the prices. A button of the form saves, and each save counts
   * the effect first.
   */
  readonly isShort?: boolean;
  /** In set-up: goes on to the next step, once the form is saved. */
  readonly onSaved?: () => void;
  /** Whether the shipping profile has shoppers pay the supplier's fee. */
  readonly hasProfile?: boolean;
  /** Shown at the top of the form, above its fields. */
  readonly children?: ReactNode;
};

const pricingFormKind = {
  ...pricingKind,
  preview: ({pricing}: Pricing) => pricingApi.preview(pricing, 0),
  save: pricingApi.save,
};

/** The kind used in set-up: what every price needs must not be empty. */
const setUpPricingKind = {...pricingFormKind, read: readCompletePricing};

/**
 * The form of the store's prices. What affects products is saved only after the merchant has confirmed a preview, which names what loses
 * money.
 */
export function PricingForm({
  overview,
  stored,
  isShort = false,
  hasProfile = false,
  onSaved,
  children,
}: PricingFormProps) {
  const {everythingAsked} = overview.setUp;
  const state = useSettingsForm(isShort ? setUpPricingKind : pricingFormKind, stored, {
    alwaysPreviews: isShort,
    createsLater: isShort && !everythingAsked,
  });
  const {fields, saving} = state;
  const outcome = (
    <SavingState saving={saving} currency={fields.base.currency} isSetUp={everythingAsked} onSaved={onSaved} />
  );
  const top = (
    <>
      {!isShort && outcome}
      {children}
    </>
  );
  return (
    <SettingsForm state={state} id="pricing-save-bar" top={top}>
      <PriceFields {...fields} withEndings={isShort} />
      {!isShort && <DraftEffects fields={fields} overview={overview} hasProfile={hasProfile} />}
      {isShort && <SetUpDraftEffects fields={fields} isSaving={saving.isSaving} savingState={outcome} />}
    </SettingsForm>
  );
}

type SetUpDraftEffectsProps = {
  readonly fields: PriceFieldsProps;
  readonly isSaving: boolean;
  /** The state of the last save. */
  readonly savingState: ReactNode;
};

/**
 * The button that saves the draft, the state of the last save, and the effect of the draft on all products. The effect comes last, so
 * that its arrival moves nothing else.
 */
function SetUpDraftEffects({fields, isSaving, savingState}: SetUpDraftEffectsProps) {
  const {draft, base, onChange} = fields;
  const pricing = readPricing(draft, base).settings?.pricing ?? null;
  return (
    <>
      <s-section accessibilityLabel="Save the prices">
        <s-stack direction="inline" gap="small-200">
          <s-button type="submit" variant="primary" loading={isSaving}>
            Save and go on
          </s-button>
          <s-button href="/pricing">All of Pricing</s-button>
        </s-stack>
      </s-section>
      {savingState}
      <PriceExamplesSection pricing={pricing} />
      <EffectSection
        draft={draft}
        pricing={pricing}
        currency={currencyOf(base)}
        taxesIncluded={base.taxesIncluded === true}
        choiceAddress={stepAddress('choose')}
        onChange={onChange}
      />
    </>
  );
}

type DraftEffectsProps = {
  readonly fields: PriceFieldsProps;
  readonly overview: Overview;
  readonly hasProfile: boolean;
};

/** The fields that are set less often, and the effect of the typed draft, on all products and on one article. */
function DraftEffects({fields, overview, hasProfile}: DraftEffectsProps) {
  const {draft, base, onChange} = fields;
  const pricing = readPricing(draft, base).settings?.pricing ?? null;
  const shipping = useRemote(shippingQuery);
  const [tried, setTried] = useState<TriedInput>({articleId: null, cost: ''});
  const answer = useTriedPrice(tried, pricing);
  useCountAgain(shipping.value, answer.value?.shipping ?? null, answer.refresh);
  const place = useRef<HTMLDivElement>(null);
  return (
    <>
      <PriceExamplesSection pricing={pricing} shipping={shipping.value} />
      <s-section accessibilityLabel="Rules and limits">
        <RulesSection {...fields} overview={overview} />
        <LimitFields {...fields} zones={shipping.value?.zones ?? null} />
        {hasProfile && draft.carryZone !== '' && <FeePaidTwice />}
        {hasProfile && pricing !== null && pricing.addOn > 0 && pricing.addOn !== base.pricing.addOn && (
          <s-paragraph color="subdued">{addOnBesideProfileText}</s-paragraph>
        )}
      </s-section>
      <EffectSection
        draft={draft}
        pricing={pricing}
        currency={currencyOf(base)}
        taxesIncluded={base.taxesIncluded === true}
        shipping={shipping.value}
        hasProfile={hasProfile}
        onChange={onChange}
        onTry={(articleId) => {
          setTried({articleId, cost: ''});
          openFold(tryPlace, () => {
            place.current?.focus();
            place.current?.scrollIntoView({block: 'start'});
          });
        }}
      >
        <div ref={place} tabIndex={-1} style={{outline: 'none'}}>
          <Fold id={tryPlace} heading="Try it on an article" summary="zone by zone">
            <TrySection tried={tried} answer={answer} onTry={setTried} />
            <ZonesSection shipping={shipping} tried={answer.value} />
          </Fold>
        </div>
      </EffectSection>
    </>
  );
}

/** The id of the closed section in which one article is tried. */
const tryPlace = 'try-an-article';

const FeePaidTwice = () => (
  <Notice tone="warning" heading="Shoppers pay for shipping twice">
    Shoppers of products in the shipping profile pay its rates at checkout already. Choose “None” under “
    {pricingLabels.carryZone}”, or switch the profile off below.
  </Notice>
);
