import {useState} from 'react';
import type {ArticleMargins} from '#contract/order-money.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {Fold} from '../../shared/details/fold.tsx';
import {Loading, StaleNotice} from '../../shared/page/loading.tsx';
import {LeftAmount, ShippingNote} from '../../shared/pricing/left-per-piece.tsx';
import {countryInSentence, money} from '../../text/format.ts';
import {marginsQuery} from './article-api.ts';

/** What is left in each zone: of one piece, and of three of one variant in one parcel. */
export function ZoneMarginsSection({id}: {id: string}) {
  const remote = useRemote(marginsQuery(id));
  const {value} = remote;
  return (
    <Fold heading="Left per piece, by zone" summary={worstSummary(value)}>
      {value === null ? (
        <Loading what="what is left" remote={remote} height="320px" />
      ) : (
        <>
          <StaleNotice what="what is left" remote={remote} />
          <ZoneMargins margins={value} />
        </>
      )}
    </Fold>
  );
}

/** The least that is left of the lowest price in a zone the store sells to, or in any where that is not known. */
function worstSummary(margins: ArticleMargins | null): string {
  const zones = margins?.prices[0]?.zones ?? [];
  const sold = zones
    .filter((zone) => zone.sold !== false)
    .flatMap(({zone, one}) => (one === null ? [] : [{zone, one}]));
  const [worst] = sold.toSorted((one, other) => one.one - other.one);
  return worst === undefined || margins?.currency == null
    ? ''
    : `${money(worst.one, margins.currency)} in ${countryInSentence(worst.zone)}`;
}

type PriceMargins = ArticleMargins['prices'][number];

function ZoneMargins({margins}: {margins: ArticleMargins}) {
  const {prices, priceFrom, currency, reason, shippingCounted, notes} = margins;
  const [chosen, setChosen] = useState('');
  const [lowest] = prices;
  const shown = prices.find(({price}) => `${price}` === chosen) ?? lowest;
  if (shown === undefined || currency === null) {
    return <s-text color="subdued">{reason ?? 'Nothing can be calculated without a price.'}</s-text>;
  }
  return (
    <s-stack gap="small">
      <s-text color="subdued">
        {`At ${money(shown.price, currency)}, ${priceFrom === 'store' ? 'the price in your store now' : 'the price an update would set'}.`}
      </s-text>
      {prices.length > 1 && (
        <s-select label="Price" value={`${shown.price}`} onChange={(event) => setChosen(event.currentTarget.value)}>
          {prices.map(({price}) => (
            <s-option key={price} value={`${price}`}>
              {money(price, currency)}
            </s-option>
          ))}
        </s-select>
      )}
      {reason !== null && <s-text tone="caution">{reason}</s-text>}
      <ZoneTable zones={shown.zones} currency={currency} />
      <ShippingNote counted={shippingCounted} />
      {notes.map((note) => (
        <s-text key={note} color="subdued">
          {note}
        </s-text>
      ))}
    </s-stack>
  );
}

const ZoneTable = ({zones, currency}: {zones: PriceMargins['zones']; currency: string}) => (
  <s-table>
    <s-table-header-row>
      <s-table-header listSlot="primary">Zone</s-table-header>
      <s-table-header format="currency">Supplier’s fee</s-table-header>
      <s-table-header>Working days</s-table-header>
      <s-table-header format="currency">One piece</s-table-header>
      <s-table-header format="currency">Three pieces</s-table-header>
    </s-table-header-row>
    <s-table-body>
      {zones.map(({zone, deliversTo, transit, sold, fee, one, three}) => (
        <s-table-row key={zone}>
          <s-table-cell>
            <s-stack gap="small-500">
              <s-text>{`${zone}: ${deliversTo}`}</s-text>
              {sold === false && <s-text color="subdued">You do not sell there</s-text>}
            </s-stack>
          </s-table-cell>
          <s-table-cell>{fee === null ? '–' : money(fee, currency)}</s-table-cell>
          <s-table-cell>{transit}</s-table-cell>
          <s-table-cell>
            <LeftAmount left={one} currency={currency} />
          </s-table-cell>
          <s-table-cell>
            <LeftAmount left={three} currency={currency} />
          </s-table-cell>
        </s-table-row>
      ))}
    </s-table-body>
  </s-table>
);
