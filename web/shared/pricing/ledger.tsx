import type {PriceTry} from '#contract/pricing.ts';
import {toPriceLedger} from './step-words.ts';

/** A price calculation as a bill: its parts, and the price that they add up to. */
export function PriceSteps({trace, currency}: {trace: PriceTry['trace']; currency: string}) {
  const {parts, total, notes} = toPriceLedger(trace, currency);
  return (
    <s-stack gap="small-400">
      {parts.map(({text, amount}) => (
        <s-grid key={text} gridTemplateColumns="1fr auto" gap="small">
          <s-text>{text}</s-text>
          {amount !== null && <s-text fontVariantNumeric="tabular-nums">{amount}</s-text>}
        </s-grid>
      ))}
      {total !== null && (
        <>
          <s-divider />
          <s-grid gridTemplateColumns="1fr auto" gap="small">
            <s-text type="strong">Price</s-text>
            <s-text type="strong" fontVariantNumeric="tabular-nums">
              {total}
            </s-text>
          </s-grid>
        </>
      )}
      {notes.map((note) => (
        <s-text key={note} color="subdued">
          {note}
        </s-text>
      ))}
    </s-stack>
  );
}
