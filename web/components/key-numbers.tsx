import type {Overview} from '#contract/overview.ts';
import {count} from '../format.ts';

type Figure = {readonly label: string; readonly value: number; readonly note: string};

/** The store's state in four numbers. */
export function KeyNumbers({listings}: Pick<Overview, 'listings'>) {
  const figures: readonly Figure[] = [
    {label: 'In sync', value: listings.active, note: 'products kept up to date'},
    {label: 'Held back', value: listings.held, note: 'not on sale'},
    {label: 'Retired', value: listings.retired, note: 'no longer chosen, or no longer at the supplier'},
    {label: 'Set aside', value: listings.quarantined, note: 'articles that could not be used'},
  ];
  return (
    <s-section accessibilityLabel="Your products in numbers">
      <s-grid gridTemplateColumns="@container (inline-size > 560px) 1fr 1fr 1fr 1fr, 1fr 1fr" gap="base">
        {figures.map(({label, value, note}) => (
          <s-stack key={label} gap="small-400">
            <s-text color="subdued">{label}</s-text>
            <s-text fontSize="large-100" type="strong" fontVariantNumeric="tabular-nums">
              {count(value)}
            </s-text>
            <s-text color="subdued" fontSize="small">
              {note}
            </s-text>
          </s-stack>
        ))}
      </s-grid>
    </s-section>
  );
}
