import type {Preview} from '#contract/preview.ts';
import {writeDecimal} from '../../text/decimal-input.ts';
import {count, money} from '../../text/format.ts';
import {counted} from '../../text/words.ts';
import {toMajor} from '../form/read-number.ts';
import type {PricingDraft} from './pricing-draft.ts';

type ChargeAdviceProps = {
  readonly draft: PricingDraft;
  readonly preview: Preview;
  readonly currency: string;
  readonly isCurrent: boolean;
  readonly onChange: (part: Partial<PricingDraft>) => void;
};

type Charge = Preview['charges'][number];

/** What must be charged so that no zone loses money, and buttons that take it over into the form. */
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
        <s-text>{`Not more than now. ${leastOf(charges, currency)}`}</s-text>
      ) : (
        <s-stack gap="small">
          <s-text>Each of these is enough on its own, with everything else as it is. None of them is saved yet.</s-text>
          <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr 1fr, 1fr" gap="base">
            {markups && (
              <Offer
                text={needed.map((charge) => `${writeDecimal(charge.markupPercent ?? 0)} % markup${of(charge, draft)}`)}
                button="Take over the markup"
                disabled={!isCurrent}
                onTake={() => onChange(withMarkups(draft, needed))}
              />
            )}
            {addOns && (
              <Offer
                text={needed.map((charge) => `${money(charge.addOn ?? 0, currency)} added${of(charge, draft)}`)}
                button="Take over the amount"
                disabled={!isCurrent}
                onTake={() => onChange(withAddOns(draft, needed, currency))}
              />
            )}
            {carry !== null && carry.losing <= capped && draft.carryZone !== carry.zone && (
              <Offer
                text={[`The fee of zone ${carry.zone} in every price`]}
                button={`Carry the fee of ${carry.zone}`}
                disabled={!isCurrent}
                onTake={() => onChange({carryZone: carry.zone})}
              />
            )}
          </s-grid>
        </s-stack>
      )}
      {capped > 0 && (
        <s-text>
          {`${counted(capped, 'product loses', 'products lose')} money whatever you add, because the recommended price caps ${capped === 1 ? 'it' : 'them'}.`}
        </s-text>
      )}
      {losingOwn > 0 && <OwnPrices losing={losingOwn} />}
    </s-stack>
  );
}

const OwnPrices = ({losing}: {losing: number}) => (
  <s-text>
    {`${counted(losing, 'product loses', 'products lose')} money at a price of your own, which nothing on this page changes: set it higher in Shopify.`}
  </s-text>
);

type OfferProps = {
  readonly text: readonly string[];
  readonly button: string;
  readonly disabled: boolean;
  readonly onTake: () => void;
};

const Offer = ({text, button, disabled, onTake}: OfferProps) => (
  <s-box border="base" borderRadius="base" padding="small">
    <s-stack gap="small-300">
      {text.map((line) => (
        <s-text key={line}>{line}</s-text>
      ))}
      <s-stack direction="inline">
        <s-button disabled={disabled} onClick={onTake}>
          {button}
        </s-button>
      </s-stack>
    </s-stack>
  </s-box>
);

/** The articles a charge is for: those of a rule, by its place in the list, or the rest; nothing where there are no rules. */
function of({rule, losing}: Charge, {rules}: PricingDraft): string {
  if (rules.length === 0) return '';
  const at = rules.findIndex(({id}) => id === rule);
  const where = at === -1 ? 'without a rule' : `of rule ${at + 1}`;
  return ` for the articles ${where} (${count(losing)} lose money)`;
}

function leastOf(charges: readonly Charge[], currency: string): string {
  const [only, ...others] = charges;
  if (only === undefined || others.length > 0 || only.markupPercent === null || only.addOn === null) return '';
  return `A markup of ${writeDecimal(only.markupPercent)} % would be enough, or ${money(only.addOn, currency)} added to each price at your markup.`;
}

const withMarkups = (draft: PricingDraft, needed: readonly Charge[]): Partial<PricingDraft> =>
  withCharges(draft, needed, ({markupPercent}) => ({markupPercent: writeDecimal(markupPercent ?? 0)}));

const withAddOns = (draft: PricingDraft, needed: readonly Charge[], currency: string): Partial<PricingDraft> =>
  withCharges(draft, needed, ({addOn}) => ({addOn: toMajor(addOn ?? 0, currency)}));

/** Changes the rules that need the charge, and the general prices if they need it. */
function withCharges(
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
