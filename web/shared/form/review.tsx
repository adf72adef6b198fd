import {useEffect, useRef} from 'react';
import type {Preview} from '#contract/preview.ts';
import {count} from '../../text/format.ts';
import {counted} from '../../text/words.ts';
import {draftWord} from '../list/draft-words.ts';
import {LosingPrices} from './losing-prices.tsx';

type ReviewProps = {
  readonly preview: Preview;
  readonly currency: string | null;
  readonly saving: boolean;
  readonly isSetUp: boolean;
  readonly onConfirm: () => void;
};

/**
 * The effect of the form's settings on the store, shown before they are saved. The list that can be long comes below the buttons, so
 * that the buttons are in view.
 */
export function Review({preview, currency, saving, isSetUp, onConfirm}: ReviewProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
    box.current?.scrollIntoView({block: 'start'});
  }, []);
  return (
    <div ref={box} tabIndex={-1} style={{outline: 'none'}}>
      <s-section heading="Not saved yet: this is what your changes do">
        <s-stack gap="small-300">
          <s-unordered-list>
            {effectsOf(preview).map((effect) => (
              <s-list-item key={effect}>{effect}</s-list-item>
            ))}
          </s-unordered-list>
          <s-paragraph>
            {isSetUp ? 'The next run does this.' : 'This happens once you put everything into the store in Set-up.'}{' '}
            Nothing is deleted.
          </s-paragraph>
        </s-stack>
        <s-stack direction="inline" gap="small-200">
          <s-button variant="primary" loading={saving} onClick={onConfirm}>
            Save these changes
          </s-button>
          <s-button type="reset">Discard them</s-button>
        </s-stack>
        <LosingPrices preview={preview} currency={currency} />
      </s-section>
    </div>
  );
}

/** One sentence per effect, removals first. */
export function effectsOf(preview: Preview): readonly string[] {
  const {retired, pricesChanged, created, restored, products, variants, brakes, losing} = preview;
  const about = preview.variantsEstimated > 0 ? 'about ' : '';
  const taken = Object.entries(preview.takenOffSale);
  const off = sumOf(preview.takenOffSale);
  const held = sumOf(preview.held) - off + preview.quarantined;
  return [
    ...(off > 0
      ? [
          `${counted(off, 'product is', 'products are')} taken off sale (${taken.map(([code, number]) => `${draftWord(code).label}: ${count(number)}`).join(', ')}).`,
        ]
      : []),
    ...(retired > 0
      ? [`${counted(retired, 'product is', 'products are')} taken off sale, because you no longer choose them.`]
      : []),
    ...(pricesChanged > 0 ? [`${counted(pricesChanged, 'price changes', 'prices change')}.`] : []),
    ...(created > 0 ? [`${about}${counted(created, 'product is', 'products are')} made.`] : []),
    ...(restored > 0 ? [`${counted(restored, 'product comes', 'products come')} back on sale.`] : []),
    ...brakes
      .filter(({unlessConfirmed}) => !unlessConfirmed)
      .map(
        ({reason, articles}) => `${counted(articles, 'product waits', 'products wait')} for your decision: ${reason}`,
      ),
    ...(losing > 0
      ? [
          `${counted(losing, 'product loses', 'products lose')} money in a zone your store sells to (${zonesOf(preview)}), because the price does not carry the supplier’s shipping fee.`,
        ]
      : []),
    ...(held > 0 ? [`${counted(held, 'article is', 'articles are')} not on sale.`] : []),
    `Afterwards your store has ${about}${counted(products, 'product', 'products')} of the supplier with ${about}${counted(variants, 'variant', 'variants')}.`,
  ].map(capitalised);
}

/** "GB: 2, AU: 3". */
const zonesOf = ({losingByZone}: Preview): string =>
  Object.entries(losingByZone)
    .map(([zone, number]) => `${zone}: ${count(number)}`)
    .join(', ');

const sumOf = (held: Preview['held']): number => Object.values(held).reduce((sum, number) => sum + number, 0);

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
