import type {Shipping} from '#contract/order-money.ts';
import type {PriceExamples, PriceTry} from '#contract/pricing.ts';
import type {Pricing} from '#contract/settings.ts';
import {euros, money} from '../../text/format.ts';
import {callApi} from '../api/api.ts';
import {type RemoteQuery, useRemote} from '../api/remote.ts';
import {ArticlePicture} from '../list/article-picture.tsx';
import {Loading} from '../page/loading.tsx';
import {useCountAgain} from './count-again.ts';
import {useTriedPrice} from './tried-price.ts';

type Example = PriceExamples['examples'][number];

type PriceExamplesProps = {
  /** The draft as pricing settings; null: something in it cannot be read, so the last prices stay. */
  readonly pricing: Pricing['pricing'] | null;
  /** What the store charges for shipping, as read from Shopify; null or left out: not read yet. */
  readonly shipping?: Shipping | null;
};

const examplesQuery: RemoteQuery<PriceExamples> = {
  key: ['price-examples'],
  load: (signal) => callApi<PriceExamples>('GET', '/api/pricing/examples', {signal}),
  waitMs: () => null,
};

/** Three of the chosen articles with the price that the typed settings give them. */
export function PriceExamplesSection({pricing, shipping = null}: PriceExamplesProps) {
  const remote = useRemote(examplesQuery);
  if (remote.value?.examples.length === 0) return null;
  return (
    <s-section heading="On three of your articles">
      {remote.value === null ? (
        <Loading what="three of your articles" remote={remote} height="240px" />
      ) : (
        <div role="list" style={{display: 'contents'}}>
          <s-grid gridTemplateColumns="@container (inline-size > 490px) 1fr 1fr 1fr, 1fr" gap="base">
            {remote.value.examples.map((example) => (
              <div role="listitem" key={example.articleId}>
                <PricedExample example={example} pricing={pricing} shipping={shipping} />
              </div>
            ))}
          </s-grid>
        </div>
      )}
    </s-section>
  );
}

function PricedExample({
  example: {articleId, name, brand, picture},
  pricing,
  shipping = null,
}: PriceExamplesProps & {readonly example: Example}) {
  const {value: tried, isCurrent, error, refresh} = useTriedPrice({articleId, cost: ''}, pricing);
  const isBehind = useCountAgain(shipping, tried?.shipping ?? null, refresh);
  return (
    <s-grid gridTemplateColumns="96px 1fr" gap="small" alignItems="start">
      <ArticlePicture picture={picture} size="tile" />
      <s-stack gap="small-500">
        <s-paragraph lineClamp={1}>
          <s-text dir="auto">{name || articleId}</s-text>
        </s-paragraph>
        <s-paragraph lineClamp={1} color="subdued">
          <s-text dir="auto">{brand}</s-text>
        </s-paragraph>
        <s-box minBlockSize="64px">
          {tried === null ? (
            <s-text color="subdued">…</s-text>
          ) : (
            <Tried tried={tried} isCurrent={isCurrent && !isBehind && error === null} />
          )}
        </s-box>
      </s-stack>
    </s-grid>
  );
}

/** @param isCurrent false: a loss may have been counted with other shipping rates than the figures below, so none is shown. */
function Tried({tried, isCurrent}: {readonly tried: PriceTry; readonly isCurrent: boolean}) {
  const {cost, price, currency, reason, leastPrice} = tried;
  if (price === null || currency === null) return <s-text tone="caution">{reason ?? 'No price'}</s-text>;
  return (
    <s-stack gap="small-500">
      <s-text type="strong" fontVariantNumeric="tabular-nums">
        {money(price, currency)}
      </s-text>
      {cost !== null && <s-text color="subdued">{`costs you ${euros(cost)}`}</s-text>}
      {isCurrent && leastPrice !== null && price < leastPrice && (
        <s-text tone="caution">{`a loss below ${money(leastPrice, currency)}`}</s-text>
      )}
    </s-stack>
  );
}
