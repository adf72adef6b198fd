import type {PriceTry} from '#contract/pricing.ts';
import {toPriceStepText} from './step-words.ts';

/** The steps of a price calculation, each with the amount after it. */
export function PriceSteps({trace, currency}: {trace: PriceTry['trace']; currency: string}) {
  return (
    <s-stack gap="small-400">
      {trace.map((step) => {
        const words = toPriceStepText(step, currency);
        if (words === null) return null;
        return (
          <s-grid key={step.step} gridTemplateColumns="1fr auto" gap="small">
            <s-text>{words.text}</s-text>
            <s-text fontVariantNumeric="tabular-nums">{words.amount}</s-text>
          </s-grid>
        );
      })}
    </s-stack>
  );
}
