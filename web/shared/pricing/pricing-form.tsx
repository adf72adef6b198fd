import {type ReactNode, useRef, useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import type {Pricing, Saved} from '#contract/settings.ts';
import {pricingApi} from '../api/pricing-api.ts';
import {shippingQuestion} from '../api/questions.ts';
import {useRemote} from '../api/remote.ts';
import {SavingState} from '../form/saving-state.tsx';
import {SettingsForm, useSettingsForm} from '../form/settings-form.tsx';
import {EffectSection} from './effect-section.tsx';
import {LimitFields} from './limit-fields.tsx';
import {PriceFields, type PriceFieldsProps} from './price-fields.tsx';
import {completePricingOf, currencyOf, pricingOf} from './pricing-draft.ts';
import {pricingKind} from './pricing-fields.ts';
import {RulesSection} from './rules-section.tsx';
import {type Tried, useTriedPrice} from './tried-price.ts';
import {TrySection} from './try-section.tsx';
import {ZonesSection} from './zones-section.tsx';

type PricingFormProps = {
  readonly overview: Overview;
  readonly stored: Saved<Pricing>;
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

const kind = {
  ...pricingKind,
  preview: ({pricing}: Pricing) => pricingApi.preview(pricing, 0),
  save: pricingApi.save,
};

/** In set-up. */
const shortKind = {...kind, read: completePricingOf};

/** The prices of the store. What affects products is saved only after the merchant confirmed a preview, which names what loses money. */
export function PricingForm({overview, stored, isShort = false, next, children}: PricingFormProps) {
  const state = useSettingsForm(isShort ? shortKind : kind, stored, isShort);
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
      {!isShort && <Consequences fields={fields} />}
      {isShort && <ShortConsequences fields={fields} isSaving={saving.isSaving} state={outcome} />}
    </SettingsForm>
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
