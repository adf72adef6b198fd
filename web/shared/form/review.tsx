import {useEffect, useRef} from 'react';
import type {Preview} from '#contract/preview.ts';
import {count, countryName} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {draftReasonText} from '../list/draft-words.ts';
import {LosingPrices} from './losing-prices.tsx';
import {writtenFieldsSentences} from './written-fields.ts';

type PreviewReviewProps = {
  readonly preview: Preview;
  readonly currency: string | null;
  readonly isSaving: boolean;
  /** False: set-up is not over, so products are made only once everything is put into the store. */
  readonly isSetUp: boolean;
  /** Whether to name the fields that are written to existing products. */
  readonly showsFields?: boolean;
  readonly onConfirm: () => void;
};

/**
 * The effect of the form's settings on the store, shown before they are saved. The list that can be long comes below the buttons, so that
 * these are in view.
 */
export function PreviewReview({
  preview,
  currency,
  isSaving,
  isSetUp,
  showsFields = false,
  onConfirm,
}: PreviewReviewProps) {
  const sentences = [...(showsFields ? writtenFieldsSentences(preview) : []), ...effectSentences(preview)];
  const already = alreadySentences(preview);
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
            {sentences.map((effect) => (
              <s-list-item key={effect}>{effect}</s-list-item>
            ))}
          </s-unordered-list>
          {already.length > 0 && <s-paragraph color="subdued">{already.join(' ')}</s-paragraph>}
          <s-paragraph>
            {isSetUp
              ? 'The next update does this.'
              : 'The next update does this to products in your store; new ones are made once you put everything into the store in Set-up.'}{' '}
            Nothing is deleted.
          </s-paragraph>
        </s-stack>
        <s-stack direction="inline" gap="small-200">
          <s-button variant="primary" loading={isSaving} onClick={onConfirm}>
            Save these changes
          </s-button>
          <s-button type="reset">Discard them</s-button>
        </s-stack>
        <LosingPrices preview={preview} currency={currency} />
      </s-section>
    </div>
  );
}

/** The effects of a preview in sentences, those that take products off sale first. */
export function effectSentences(preview: Preview): readonly string[] {
  const {retired, pricesChanged, created, restored, products, variants, brakes} = preview;
  const {losing, losingAlready, aboveRrp, aboveRrpAlready} = preview;
  // The counts by zone have all losses, so they are no counts of new ones where there are others.
  const zones = losingAlready === 0 ? ` (${losingZonesText(preview)})` : '';
  const about = preview.variantsEstimated > 0 ? 'about ' : '';
  const taken = Object.entries(preview.takenOffSale);
  const off = sumCounts(preview.takenOffSale);
  const held = sumCounts(preview.held) - off + preview.quarantined;
  return [
    ...(off > 0
      ? [
          `${countNoun(off, 'product is', 'products are')} taken off sale (${taken.map(([code, number]) => `${draftReasonText(code).label}: ${count(number)}`).join(', ')}).`,
        ]
      : []),
    ...(retired > 0
      ? [
          `${countNoun(retired, 'product is', 'products are')} taken off sale, because the supplier no longer lists them or you no longer choose them.`,
        ]
      : []),
    ...(pricesChanged > 0 ? [`${countNoun(pricesChanged, 'price changes', 'prices change')}.`] : []),
    ...(created > 0 ? [`${about}${countNoun(created, 'product is', 'products are')} made.`] : []),
    ...(restored > 0 ? [`${countNoun(restored, 'product comes', 'products come')} back on sale.`] : []),
    ...brakes
      .filter(({unlessConfirmed}) => !unlessConfirmed)
      .map(
        ({reason, articles}) => `${countNoun(articles, 'product waits', 'products wait')} for your decision: ${reason}`,
      ),
    ...(losing > losingAlready
      ? [
          `${countNoun(losing - losingAlready, 'product loses', 'products lose')} money in a zone your store sells to${zones}, because the price does not carry the supplier’s shipping fee.`,
        ]
      : []),
    ...(aboveRrp > aboveRrpAlready ? [aboveRrpText(aboveRrp - aboveRrpAlready)] : []),
    ...(held > 0 ? [`${countNoun(held, 'article is', 'articles are')} not on sale.`] : []),
    `Afterwards your store has ${about}${countNoun(products, 'product', 'products')} of the supplier with ${about}${countNoun(variants, 'variant', 'variants')}.`,
    ...(about === '' ? [] : [estimateText(preview.unread)]),
  ].map(capitalise);
}

/** Why figures say “about”. */
export const estimateText = (unread: number): string =>
  `${countNoun(unread, 'chosen article is', 'chosen articles are')} not read yet, so figures with “about” are estimates.`;

/** What is so before the changes too, and stays so. */
export function alreadySentences({losing, losingAlready, aboveRrpAlready}: Preview): readonly string[] {
  const more = losing > losingAlready ? ' more' : '';
  return [
    ...(losingAlready > 0
      ? [
          `As before, ${countNoun(losingAlready, `${more} product loses`.trim(), `${more} products lose`.trim())} money: Pricing lists them.`,
        ]
      : []),
    ...(aboveRrpAlready > 0
      ? [
          `As before, ${countNoun(aboveRrpAlready, 'price is', 'prices are')} above the brand’s recommended price (RRP).`,
        ]
      : []),
  ];
}

/** How many prices are above the one that the brand recommends. */
export const aboveRrpText = (number: number): string =>
  `${countNoun(number, 'price is', 'prices are')} above the brand’s recommended price (RRP).`;

/** How many products lose money in each zone: "Japan: 2, Australia: 3". */
const losingZonesText = ({losingByZone}: Preview): string =>
  Object.entries(losingByZone)
    .map(([zone, number]) => `${countryName(zone)}: ${count(number)}`)
    .join(', ');

/** The number of articles for all reasons together. */
const sumCounts = (held: Preview['held']): number => Object.values(held).reduce((sum, number) => sum + number, 0);

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
