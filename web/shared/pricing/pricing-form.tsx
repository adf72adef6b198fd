import {type ReactNode, useRef, useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import type {Pricing, Saved} from '#contract/settings.ts';
import {pricingApi} from '../api/pricing-api.ts';
import {shippingQuery} from '../api/questions.ts';
import {useRemote} from '../api/remote.ts';
import {SavingState} from '../form/saving-state.tsx';
import {SettingsForm, useSettingsForm} from '../form/settings-form.tsx';
import {useCountAgain} from './count-again.ts';
import {EffectSection} from './effect-section.tsx';
import {LimitFields} from './limit-fields.tsx';
import {PriceFields, type PriceFieldsProps} from './price-fields.tsx';
import {currencyOf, readCompletePricing, readPricing} from './pricing-draft.ts';
import {pricingKind} from './pricing-fields.ts';
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
  /** In set-up: the button to the next step, shown where the form is saved. */
  readonly next?: ReactNode;
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
export function PricingForm({overview, stored, isShort = false, hasProfile = false, next, children}: PricingFormProps) {
  const state = useSettingsForm(isShort ? setUpPricingKind : pricingFormKind, stored, isShort);
  const {fields, saving} = state;
  const outcome = (
    <SavingState saving={saving} currency={fields.base.currency} isSetUp={overview.setUp.everythingAsked} next={next} />
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
      {!isShort && <RulesSection {...fields} overview={overview} />}
      {!isShort && <DraftEffects fields={fields} hasProfile={hasProfile} />}
      {isShort && <SetUpDraftEffects fields={fields} isSaving={saving.isSaving} savingState={outcome} />}
    </SettingsForm>
  );
}

type DraftEffectsProps = {readonly fields: PriceFieldsProps};

type SetUpDraftEffectsProps = DraftEffectsProps & {
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
            Check and save these prices
          </s-button>
          <s-button href="/pricing">All of Pricing</s-button>
        </s-stack>
      </s-section>
      {savingState}
      <EffectSection draft={draft} pricing={pricing} currency={currencyOf(base)} onChange={onChange} />
    </>
  );
}

/** The effect of the typed draft, on all products and on one article. */
function DraftEffects({fields, hasProfile}: DraftEffectsProps & {readonly hasProfile: boolean}) {
  const {draft, base, onChange} = fields;
  const pricing = readPricing(draft, base).settings?.pricing ?? null;
  const shipping = useRemote(shippingQuery);
  const [tried, setTried] = useState<TriedInput>({articleId: null, cost: ''});
  const answer = useTriedPrice(tried, pricing);
  useCountAgain(shipping.value, answer.value?.shipping ?? null, answer.refresh);
  const place = useRef<HTMLDivElement>(null);
  return (
    <>
      <LimitFields {...fields} zones={shipping.value?.zones ?? null} hasProfile={hasProfile} />
      <EffectSection
        draft={draft}
        pricing={pricing}
        currency={currencyOf(base)}
        shipping={shipping.value}
        hasProfile={hasProfile}
        onChange={onChange}
        onTry={(articleId) => {
          setTried({articleId, cost: ''});
          place.current?.focus();
          place.current?.scrollIntoView({block: 'start'});
        }}
      />
      <div ref={place} tabIndex={-1} style={{outline: 'none'}}>
        <TrySection tried={tried} answer={answer} onTry={setTried} />
      </div>
      <ZonesSection shipping={shipping} tried={answer.value} />
    </>
  );
}
