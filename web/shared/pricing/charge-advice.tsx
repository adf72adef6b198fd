import type {Preview} from '#contract/preview.ts';
import {zones} from '#domain/orders/zone.ts';
import {writeDecimal} from '../../text/decimal-input.ts';
import {count, countryInSentence, euros, joinFirstNames, money} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {writeMajorUnits} from '../form/read-number.ts';
import type {PricingDraft} from './pricing-draft.ts';

type ChargeAdviceProps = {
  readonly draft: PricingDraft;
  readonly preview: Preview;
  readonly currency: string;
  /** Whether the preview belongs to the draft as it is now. */
  readonly isCurrent: boolean;
  readonly onChange: (part: Partial<PricingDraft>) => void;
};

/** The least markup and add-on at which the articles of a rule lose money in no zone. */
type Charge = Preview['charges'][number];

/** Says what must be charged so that no zone loses money, with buttons that put it into the form. */
export function ChargeAdvice({draft, preview, currency, isCurrent, onChange}: ChargeAdviceProps) {
  const {charges, carry, losingOwn} = preview;
  const needed = charges.filter((charge) => charge.losing > 0);
  if (charges.length === 0) return losingOwn > 0 ? <OwnPrices losing={losingOwn} /> : null;
  const capped = charges.reduce((sum, charge) => sum + charge.capped, 0);
  const markups = needed.every(({markupPercent}) => markupPercent !== null);
  const addOns = needed.every(({addOn}) => addOn !== null);
  return (
    <s-stack gap="small">
      <s-heading>What must you charge so that no zone loses money?</s-heading>
      {needed.length === 0 ? (
        <s-text>
          {isCurrent ? `Not more than now. ${leastChargeText(charges, currency)}` : 'Counting what is enough…'}
        </s-text>
      ) : (
        <s-stack gap="small">
          <s-text>
            {isCurrent
              ? `Each of these is enough on its own${capped + losingOwn > 0 ? ', except where it says otherwise below' : ''}.`
              : 'Counting what is enough…'}
          </s-text>
          {markups && (
            <ChargeOffer
              text={needed.map(
                (charge) => `${writeDecimal(charge.markupPercent ?? 0)} % markup${affectedArticlesText(charge, draft)}`,
              )}
              button="Take over the markup"
              disabled={!isCurrent}
              onApply={() => onChange(applyMarkups(draft, needed))}
            />
          )}
          {addOns && (
            <ChargeOffer
              text={needed.map(
                (charge) => `${money(charge.addOn ?? 0, currency)} added${affectedArticlesText(charge, draft)}`,
              )}
              button="Take over the amount"
              disabled={!isCurrent}
              onApply={() => onChange(applyAddOns(draft, needed, currency))}
            />
          )}
          {carry !== null && carry.losing <= capped && draft.carryZone !== carry.zone && (
            <ChargeOffer
              text={[`usually ${euros(zones[carry.zone].fee)}, before tax`]}
              button={`Add the fee of ${countryInSentence(carry.zone)} to every price`}
              disabled={!isCurrent}
              onApply={() => onChange({carryZone: carry.zone})}
            />
          )}
        </s-stack>
      )}
      {capped > 0 && (
        <s-text>
          {`${countNoun(capped, 'product loses', 'products lose')} money whatever you add, because the recommended price caps ${capped === 1 ? 'it' : 'them'}.`}
        </s-text>
      )}
      {losingOwn > 0 && <OwnPrices losing={losingOwn} />}
    </s-stack>
  );
}

const OwnPrices = ({losing}: {losing: number}) => (
  <s-text>
    {`${countNoun(losing, 'product loses', 'products lose')} money at a price of your own or one that an undo set back, which nothing on this page changes: set it higher on the page of the product, or in Shopify.`}
  </s-text>
);

type ChargeOfferProps = {
  readonly text: readonly string[];
  readonly button: string;
  readonly disabled: boolean;
  readonly onApply: () => void;
};

const ChargeOffer = ({text, button, disabled, onApply}: ChargeOfferProps) => (
  <s-stack direction="inline" gap="small" alignItems="center">
    <s-button disabled={disabled} onClick={onApply}>
      {button}
    </s-button>
    <s-text>{joinFirstNames(text)}</s-text>
  </s-stack>
);

/** Names the articles that a charge is for: those of a rule, by its position, or those without a rule; empty where there are no rules. */
function affectedArticlesText({rule, losing}: Charge, {rules}: PricingDraft): string {
  if (rules.length === 0) return '';
  const at = rules.findIndex(({id}) => id === rule);
  const where = at === -1 ? 'without a rule' : `of rule ${at + 1}`;
  return ` for the articles ${where} (${count(losing)} lose money)`;
}

/** The least markup and add-on as a sentence; empty where there are price rules, or where one of the two is not known. */
function leastChargeText(charges: readonly Charge[], currency: string): string {
  const [only, ...others] = charges;
  if (only === undefined || others.length > 0 || only.markupPercent === null || only.addOn === null) return '';
  return `A markup of ${writeDecimal(only.markupPercent)} % would be enough, or ${money(only.addOn, currency)} added to each price at your markup.`;
}

/** The draft with the least markup that is enough, in each rule that needs a higher one, and in general if that is needed. */
const applyMarkups = (draft: PricingDraft, needed: readonly Charge[]): Partial<PricingDraft> =>
  applyCharges(draft, needed, ({markupPercent}) => ({markupPercent: writeDecimal(markupPercent ?? 0)}));

/** The draft with the least add-on that is enough, in each rule that needs a higher one, and in general if that is needed. */
const applyAddOns = (draft: PricingDraft, needed: readonly Charge[], currency: string): Partial<PricingDraft> =>
  applyCharges(draft, needed, ({addOn}) => ({addOn: writeMajorUnits(addOn ?? 0, currency)}));

/** Applies `change` to the rules that need a charge, and to the general prices if they need one. */
function applyCharges(
  {rules}: PricingDraft,
  needed: readonly Charge[],
  change: (charge: Charge) => Partial<Pick<PricingDraft, 'markupPercent' | 'addOn'>>,
): Partial<PricingDraft> {
  const general = needed.find(({rule}) => rule === null);
  const changed = rules.map((one) => {
    const charge = needed.find(({rule}) => rule === one.id);
    return charge === undefined ? one : {...one, ...change(charge)};
  });
  return {rules: changed, ...(general === undefined ? {} : change(general))};
}
