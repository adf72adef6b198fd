import {Fragment} from 'react';
import type {Preview} from '#contract/preview.ts';
import {count, countryName, euros, money} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {ArticlePicture} from '../list/article-picture.tsx';

/** How many are named: what must be charged stands below them on Pricing, and is to be in view. */
const mostNamed = 5;

type LosingPricesProps = {readonly preview: Preview; readonly currency: string | null};

/**
 * The first prices of a preview that begin to lose money, worst first, each with the zones in which it loses, and how many more there are.
 * Those that lose it already are no effect of the changes.
 */
export function LosingPrices({preview: {prices, losing, losingAlready, pricesListed}, currency}: LosingPricesProps) {
  const begin = losing - losingAlready;
  if (begin === 0 || currency === null) return null;
  const named = prices.flatMap((price) => {
    const losses = zoneLossesOf(price);
    return losses.length === 0 || price.losesAlready ? [] : [{...price, losses}];
  });
  const shown = named.slice(0, mostNamed);
  const more = begin - shown.length;
  const listed = losing <= pricesListed ? 'Pricing lists them all' : `Pricing lists the first ${count(pricesListed)}`;
  return (
    <s-stack gap="small-300">
      <s-text type="strong">Prices that lose money on one piece, worst first</s-text>
      <s-stack gap="small-300">
        {shown.map(({articleId, name, image, cost, after, own, losses}) => (
          <s-grid key={articleId} gridTemplateColumns="auto 1fr" gap="small-200" alignItems="center">
            <ArticlePicture picture={image} />
            <s-text>
              {`${name || articleId}: costs ${euros(cost)}, sells at ${money(after, currency)}${own ? ', your own price' : ''}; `}
              <ZoneLosses losses={losses} currency={currency} />
            </s-text>
          </s-grid>
        ))}
      </s-stack>
      {more > 0 && <s-text>{`And ${countNoun(more, 'more product')}: ${listed}.`}</s-text>}
    </s-stack>
  );
}

type ZoneLoss = {readonly zone: string; readonly margin: number};

type ZoneLossesProps = {readonly losses: readonly ZoneLoss[]; readonly currency: string};

/** What a price loses in each zone, with no line ending inside a zone: an amount would part from its minus sign. */
export const ZoneLosses = ({losses, currency}: ZoneLossesProps) =>
  losses.map(({zone, margin}, index) => (
    <Fragment key={zone}>
      {index > 0 && ', '}
      <span style={{whiteSpace: 'nowrap'}}>{`${countryName(zone)} ${money(margin, currency)}`}</span>
    </Fragment>
  ));

/** The zones in which a price loses money, worst first. */
export const zoneLossesOf = ({zones}: Preview['prices'][number]): readonly ZoneLoss[] =>
  zones
    .flatMap(({zone, margin}) => (margin !== null && margin < 0 ? [{zone, margin}] : []))
    .toSorted((one, other) => one.margin - other.margin);
