import {type ReactNode, useRef, useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import type {Pricing, StoredPricing} from '#contract/settings.ts';
import {pricingApi} from '../api/pricing-api.ts';
import {shippingQuestion} from '../api/questions.ts';
import {useRemote} from '../api/remote.ts';
import {useFocusOnError} from '../form/field-errors.ts';
import type {SavingKind} from '../form/form-kind.ts';
import {useForm} from '../form/form-state.ts';
import {SaveBar} from '../form/save-bar.tsx';
import {isUndecided, SavedElsewhereSection, useSavedElsewhere} from '../form/saved-elsewhere.tsx';
import {useSaving} from '../form/saving.ts';
import {SavingState} from '../form/saving-state.tsx';
import {UnreadableSettingsInForm} from '../page/unreadable-settings.tsx';
import {EffectSection} from './effect-section.tsx';
import {LimitFields} from './limit-fields.tsx';
import {PriceFields, type PriceFieldsProps} from './price-fields.tsx';
import {
  changesProducts,
  completePricingOf,
  currencyOf,
  fieldNames,
  type PricingDraft,
  pricingOf,
} from './pricing-draft.ts';
import {pricingKind} from './pricing-fields.ts';
import {RulesSection} from './rules-section.tsx';
import {type Tried, useTriedPrice} from './tried-price.ts';
import {TrySection} from './try-section.tsx';
import {ZonesSection} from './zones-section.tsx';

type PricingFormProps = {
  readonly overview: Overview;
  readonly stored: StoredPricing;
  /**
   * In set-up: shows only what every price is made of, and the effect of the prices. A button of the form saves; each save counts the
   * effect first.
   */
  readonly isShort?: boolean;
  /** In set-up: the way to the next step, shown where the form is saved. */
  readonly next?: ReactNode;
  /** Shown below the banner. */
  readonly children?: ReactNode;
};

const savingKind: SavingKind<PricingDraft, Pricing> = {
  fieldNames,
  read: pricingOf,
  changesProducts,
  preview: ({pricing}) => pricingApi.preview(pricing, 0),
  save: pricingApi.save,
};

/** In set-up. */
const shortSavingKind: SavingKind<PricingDraft, Pricing> = {...savingKind, read: completePricingOf};

/** The prices of the store. What affects products is saved only after the merchant confirmed a preview, which names what loses money. */
export function PricingForm({overview, stored, isShort = false, next, children}: PricingFormProps) {
  const form = useForm(pricingKind, stored);
  const {draft, base} = form;
  const [asked, setAsked] = useState(0);
  const ask = () => setAsked((times) => times + 1);
  const saving = useSaving(isShort ? shortSavingKind : savingKind, base, {
    onSaved: form.wasSaved,
    onSavedElsewhere: ask,
    alwaysCounts: isShort || stored.unreadable.length > 0,
  });
  const element = useFocusOnError(saving.errors);
  // A preview and errors no longer apply once other values were saved elsewhere.
  useSavedElsewhere(form, saving.restart);
  const change = (part: Partial<PricingDraft>) => {
    form.change(part);
    saving.restart();
  };
  const save = () => {
    if (form.elsewhere.some((one) => isUndecided(form, one))) ask();
    else void saving.submit(draft);
  };
  const discard = () => {
    form.discard();
    saving.restart();
  };
  const fields = {draft, base, errors: saving.errors, onChange: change};
  const state = (
    <SavingState saving={saving} currency={base.currency} isSetUp={overview.setUp.everythingAsked} next={next} />
  );
  return (
    <form
      ref={element}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onReset={discard}
    >
      <SaveBar
        id="pricing-save-bar"
        isChanged={form.isChanged}
        isSaving={saving.isSaving}
        onSave={save}
        onDiscard={discard}
      />
      <s-stack gap="base">
        {saving.failure === null && <UnreadableSettingsInForm names={stored.unreadable} />}
        {!isShort && state}
        {children}
        <SavedElsewhereSection form={form} asked={asked} />
        <PriceFields {...fields} withEndings={isShort} />
        {!isShort && <RulesSection {...fields} overview={overview} />}
        {!isShort && <Consequences fields={fields} />}
        {isShort && <ShortConsequences fields={fields} isSaving={saving.isSaving} state={state} />}
      </s-stack>
    </form>
  );
}

type ConsequencesProps = {readonly fields: PriceFieldsProps};

type ShortConsequencesProps = ConsequencesProps & {
  readonly isSaving: boolean;
  /** What comes of saving. */
  readonly state: ReactNode;
};

/** The button that saves the draft, and what the draft does in all. The count comes last, so that its arrival moves nothing else. */
function ShortConsequences({fields, isSaving, state}: ShortConsequencesProps) {
  const {draft, base, onChange} = fields;
  const pricing = pricingOf(draft, base).settings?.pricing ?? null;
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
      {state}
      <EffectSection draft={draft} pricing={pricing} currency={currencyOf(base)} onChange={onChange} />
    </>
  );
}

/** What the draft does, in all and on one article, as it is typed. */
function Consequences({fields}: ConsequencesProps) {
  const {draft, base, onChange} = fields;
  const pricing = pricingOf(draft, base).settings?.pricing ?? null;
  const shipping = useRemote(shippingQuestion);
  const [tried, setTried] = useState<Tried>({articleId: null, cost: ''});
  const answer = useTriedPrice(tried, pricing);
  const place = useRef<HTMLDivElement>(null);
  return (
    <>
      <LimitFields {...fields} zones={shipping.value?.zones ?? null} />
      <EffectSection
        draft={draft}
        pricing={pricing}
        currency={currencyOf(base)}
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
      <ZonesSection shipping={shipping} tried={answer.value} base={{...base, pricing: pricing ?? base.pricing}} />
    </>
  );
}
