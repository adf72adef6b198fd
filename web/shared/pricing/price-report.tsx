import {useState} from 'react';
import type {Preview} from '#contract/preview.ts';
import {countryName, euros, money} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {Fold} from '../details/fold.tsx';
import {ZoneLosses, zoneLossesOf} from '../form/losing-prices.tsx';
import {ArticleName} from '../list/article-name.tsx';
import {ArticlePicture} from '../list/article-picture.tsx';
import {type Column, IndexTable} from '../list/index-table.tsx';

type PriceReportProps = {
  readonly preview: Preview;
  readonly currency: string;
  /** The position of the first price on the page, worst first. */
  readonly firstShown: number;
  readonly onPage: (from: number) => void;
  /** Tries the draft's prices on an article; undefined: articles cannot be tried here. */
  readonly onTry: ((articleId: string) => void) | undefined;
};

type Price = Preview['prices'][number];

/** Every price with the article's picture and what is left of a piece, worst first, and what the figures count. It is closed at first. */
export function PriceReport({preview, currency, firstShown, onPage, onTry}: PriceReportProps) {
  const [before, setBefore] = useState<readonly number[]>([]);
  const {prices, pricesNext, pricesListed, notes} = preview;
  if (prices.length === 0) return null;
  return (
    <Fold heading="Prices, worst first" summary={countNoun(pricesListed, 'price')}>
      <IndexTable
        rows={prices}
        columns={columnsOf(currency, onTry)}
        keyOf={({articleId}) => articleId}
        linkIdOf={({articleId}) => `price-${articleId}`}
        hasPrevious={firstShown > 0}
        hasNext={pricesNext !== null}
        onPrevious={() => {
          onPage(before.at(-1) ?? 0);
          setBefore(before.slice(0, -1));
        }}
        onNext={() => {
          if (pricesNext === null) return;
          setBefore([...before, firstShown]);
          onPage(pricesNext);
        }}
      />
      {notes.map((note) => (
        <s-text key={note} color="subdued">
          {note}
        </s-text>
      ))}
    </Fold>
  );
}

const columnsOf = (currency: string, onTry: PriceReportProps['onTry']): readonly Column<Price>[] => [
  {
    heading: 'Article',
    listSlot: 'primary',
    renderCell: ({articleId, name, image}) => (
      <s-grid gridTemplateColumns="auto 1fr" gap="small-200" alignItems="center">
        <ArticlePicture picture={image} />
        <ArticleName id={articleId} name={name} link={`price-${articleId}`} />
      </s-grid>
    ),
  },
  {heading: 'Cost', format: 'currency', renderCell: ({cost}) => euros(cost)},
  {heading: 'Price', renderCell: (price) => <ShownPrice price={price} currency={currency} />},
  {heading: 'Left per piece, worst zone', renderCell: (price) => <LeftInZones price={price} currency={currency} />},
  ...(onTry === undefined ? [] : [tryColumn(onTry)]),
];

const tryColumn = (onTry: (articleId: string) => void): Column<Price> => ({
  heading: 'Try',
  renderCell: ({articleId, name}) => (
    <s-button accessibilityLabel={`Try it on ${name || articleId}`} onClick={() => onTry(articleId)}>
      Try it
    </s-button>
  ),
});

type PriceCellProps = {readonly price: Price; readonly currency: string};

const ShownPrice = ({price: {before, after, own, aboveRrp}, currency}: PriceCellProps) => (
  <s-stack gap="small-500">
    <s-text fontVariantNumeric="tabular-nums">{money(after, currency)}</s-text>
    {own && <s-text color="subdued">your own price</s-text>}
    {aboveRrp && <s-text tone="caution">above the RRP</s-text>}
    {before !== null && before !== after && <s-text color="subdued">{`now ${money(before, currency)}`}</s-text>}
  </s-stack>
);

/** The zones in which a piece loses money; where it loses in none, the one with the least left. */
function LeftInZones({price, currency}: PriceCellProps) {
  const losses = zoneLossesOf(price);
  if (losses.length > 0) {
    return (
      <s-text tone="caution">
        <ZoneLosses losses={losses} currency={currency} />
      </s-text>
    );
  }
  const [least] = price.zones
    .flatMap(({zone, margin}) => (margin === null ? [] : [{zone, margin}]))
    .toSorted((one, other) => one.margin - other.margin);
  return (
    <s-text>{least === undefined ? 'not known' : `${countryName(least.zone)} ${money(least.margin, currency)}`}</s-text>
  );
}
