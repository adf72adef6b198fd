import {useState} from 'react';
import type {Shipping} from '#contract/order-money.ts';
import type {Preview} from '#contract/preview.ts';
import type {Pricing} from '#contract/settings.ts';
import {count, euros, money} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {zoneLossesOf} from '../form/losing-prices.tsx';
import {aboveRrpText} from '../form/review.tsx';
import {useElementEvents} from '../page/element-events.ts';
import {Loading, StaleNotice} from '../page/loading.tsx';
import {Notice} from '../page/notice.tsx';
import {ChargeAdvice} from './charge-advice.tsx';
import {useCountAgain} from './count-again.ts';
import {ShippingNote} from './left-per-piece.tsx';
import {useLivePreview} from './live-preview.ts';
import type {PricingDraft} from './pricing-draft.ts';

type EffectSectionProps = {
  readonly draft: PricingDraft;
  /** The draft as pricing settings; null: something in it cannot be read. */
  readonly pricing: Pricing['pricing'] | null;
  readonly currency: string;
  readonly onChange: (part: Partial<PricingDraft>) => void;
  /** What the store charges for shipping, as read from Shopify; null or left out: not read yet. */
  readonly shipping?: Shipping | null;
  /** Whether the shipping profile has shoppers pay the supplier's fee. */
  readonly hasProfile?: boolean;
  /** Tries a price on an article; left out: articles cannot be tried here. */
  readonly onTry?: ((articleId: string) => void) | undefined;
};

/** What the typed prices do: how many products lose money and where, what must be charged, and each price, worst first. */
export function EffectSection({
  draft,
  pricing,
  currency,
  shipping = null,
  hasProfile = false,
  onChange,
  onTry,
}: EffectSectionProps) {
  const text = JSON.stringify(pricing);
  const [page, setPage] = useState({text, from: 0});
  const from = page.text === text ? page.from : 0;
  const {remote, isCurrent} = useLivePreview(pricing, from);
  const preview = remote.value;
  useCountAgain(shipping, preview?.shipping ?? null, remote.refresh);
  return (
    <s-section heading="What these prices do">
      {preview === null ? (
        <Loading what="what these prices do" remote={remote} height="240px" />
      ) : (
        <s-stack gap="base">
          <StaleNotice what="what these prices do" remote={remote} />
          <div role="status">
            <Summary preview={preview} isCurrent={isCurrent} />
          </div>
          <ChargeAdvice
            draft={draft}
            preview={hasProfile ? {...preview, carry: null} : preview}
            currency={currency}
            isCurrent={isCurrent}
            onChange={onChange}
          />
          <PriceTable
            preview={preview}
            currency={currency}
            firstShown={from}
            onPage={(next) => setPage({text, from: next})}
            onTry={onTry}
          />
          <ShippingNote counted={preview.shipping} />
          {preview.notes.map((note) => (
            <s-text key={note} color="subdued">
              {note}
            </s-text>
          ))}
        </s-stack>
      )}
    </s-section>
  );
}

function Summary({preview, isCurrent}: {preview: Preview; isCurrent: boolean}) {
  const {chosen, products, pricesChanged, losing, losingByZone, aboveRrp, unread} = preview;
  if (!isCurrent) return <s-text>Counting what these prices do…</s-text>;
  if (products === 0) return <NothingSold chosen={chosen} />;
  const changes = pricesChanged > 0 ? ` The next update changes ${countNoun(pricesChanged, 'price')}.` : '';
  const guessed =
    unread > 0 ? ` For ${countNoun(unread, 'chosen article')} only the price in the supplier’s list is known.` : '';
  const dear = aboveRrp > 0 ? ` ${aboveRrpText(aboveRrp)}` : '';
  const zones = Object.entries(losingByZone).map(([zone, number]) => `${zone} ${count(number)}`);
  if (losing === 0) {
    return (
      <s-text>
        {`None of ${countNoun(products, 'product')} loses money on one piece in a zone your store sells to.${dear}${changes}${guessed}`}
      </s-text>
    );
  }
  return (
    <Notice
      tone="warning"
      heading={`${count(losing)} of ${countNoun(products, 'product')} ${losing === 1 ? 'loses' : 'lose'} money on one piece`}
    >
      {`By zone: ${zones.join(', ')}.${dear}${changes}${guessed}`}
    </Notice>
  );
}

const NothingSold = ({chosen}: {chosen: number}) =>
  chosen > 0 ? (
    <s-text>{`None of ${countNoun(chosen, 'chosen article')} can be sold at these prices.`}</s-text>
  ) : (
    <s-stack gap="small-200">
      <s-text>No article is chosen yet, so there is no price to look at.</s-text>
      <s-stack direction="inline">
        <s-button href="/rules">Choose brands or categories</s-button>
      </s-stack>
    </s-stack>
  );

type PriceTableProps = {
  readonly preview: Preview;
  readonly currency: string;
  /** The position of the first price on the page, worst first. */
  readonly firstShown: number;
  readonly onPage: (from: number) => void;
  readonly onTry: ((articleId: string) => void) | undefined;
};

function PriceTable({preview: {prices, pricesNext}, currency, firstShown, onPage, onTry}: PriceTableProps) {
  const [before, setBefore] = useState<readonly number[]>([]);
  const table = useElementEvents<HTMLElementTagNameMap['s-table'], 'previouspage' | 'nextpage'>({
    previouspage() {
      onPage(before.at(-1) ?? 0);
      setBefore(before.slice(0, -1));
    },
    nextpage() {
      if (pricesNext === null) return;
      setBefore([...before, firstShown]);
      onPage(pricesNext);
    },
  });
  if (prices.length === 0) return null;
  return (
    <s-table
      ref={table}
      paginate={firstShown > 0 || pricesNext !== null}
      hasPreviousPage={firstShown > 0}
      hasNextPage={pricesNext !== null}
    >
      <s-table-header-row>
        <s-table-header listSlot="primary">Article, worst first</s-table-header>
        <s-table-header format="currency">Cost</s-table-header>
        <s-table-header format="currency">Price</s-table-header>
        <s-table-header>Left per piece, worst zone</s-table-header>
        {onTry !== undefined && <s-table-header>Try</s-table-header>}
      </s-table-header-row>
      <s-table-body>
        {prices.map((price) => (
          <PriceRow key={price.articleId} price={price} currency={currency} onTry={onTry} />
        ))}
      </s-table-body>
    </s-table>
  );
}

type PriceRowProps = Pick<PriceTableProps, 'currency' | 'onTry'> & {readonly price: Preview['prices'][number]};

function PriceRow({price, currency, onTry}: PriceRowProps) {
  const {articleId, name, cost, before, after, own, aboveRrp} = price;
  const losses = zoneLossesOf(price);
  const least = price.zones
    .flatMap(({zone, margin}) => (margin === null ? [] : [{zone, margin}]))
    .toSorted((one, other) => one.margin - other.margin)[0];
  return (
    <s-table-row>
      <s-table-cell>
        <s-text dir="auto">{name || articleId}</s-text>
      </s-table-cell>
      <s-table-cell>
        <s-text fontVariantNumeric="tabular-nums">{euros(cost)}</s-text>
      </s-table-cell>
      <s-table-cell>
        <s-stack gap="small-500">
          <s-text fontVariantNumeric="tabular-nums">{money(after, currency)}</s-text>
          {own && <s-text color="subdued">your own price</s-text>}
          {aboveRrp && <s-text tone="caution">above the RRP</s-text>}
          {before !== null && before !== after && <s-text color="subdued">{`now ${money(before, currency)}`}</s-text>}
        </s-stack>
      </s-table-cell>
      <s-table-cell>
        {losses.length > 0 ? (
          <s-text tone="caution">
            {losses.map(({zone, margin}) => `${zone} ${money(margin, currency)}`).join(', ')}
          </s-text>
        ) : (
          <s-text>{least === undefined ? 'not known' : `${least.zone} ${money(least.margin, currency)}`}</s-text>
        )}
      </s-table-cell>
      {onTry !== undefined && (
        <s-table-cell>
          <s-button accessibilityLabel={`Try it on ${name || articleId}`} onClick={() => onTry(articleId)}>
            Try it
          </s-button>
        </s-table-cell>
      )}
    </s-table-row>
  );
}
