import type {PriceExamples, PriceTry} from '#contract/pricing.ts';
import type {Pricing} from '#contract/settings.ts';
import {euros, money} from '../../text/format.ts';
import {callApi} from '../api/api.ts';
import {type RemoteQuery, useRemote} from '../api/remote.ts';
import {ArticlePicture} from '../list/article-picture.tsx';
import {Loading} from '../page/loading.tsx';
import {useTriedPrice} from './tried-price.ts';

type Example = PriceExamples['examples'][number];

type PriceExamplesProps = {
  /** The draft as pricing settings; null: something in it cannot be read, so the last prices stay. */
  readonly pricing: Pricing['pricing'] | null;
};

const examplesQuery: RemoteQuery<PriceExamples> = {
  key: ['price-examples'],
  load: (signal) => callApi<PriceExamples>('GET', '/api/pricing/examples', {signal}),
  waitMs: () => null,
};

/** Three of the chosen articles with the price that the typed settings give them. */
export function PriceExamplesSection({pricing}: PriceExamplesProps) {
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
                <PricedExample example={example} pricing={pricing} />
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
}: PriceExamplesProps & {readonly example: Example}) {
  const tried = useTriedPrice({articleId, cost: ''}, pricing).value;
  return (
    <s-grid gridTemplateColumns="96px 1fr" gap="small" alignItems="start">
      <ArticlePicture picture={picture} size="tile" />
      <s-stack gap="small-500">
        <s-paragraph lineClamp={1} dir="auto">
          {name || articleId}
        </s-paragraph>
        <s-paragraph lineClamp={1} color="subdued" dir="auto">
          {brand}
        </s-paragraph>
        <s-box minBlockSize="64px">
          {tried === null ? <s-text color="subdued">…</s-text> : <Tried tried={tried} />}
        </s-box>
      </s-stack>
    </s-grid>
  );
}

function Tried({tried}: {readonly tried: PriceTry}) {
  const {cost, price, currency, reason, leastPrice} = tried;
  if (price === null || currency === null) return <s-text tone="caution">{reason ?? 'No price'}</s-text>;
  return (
    <s-stack gap="small-500">
      <s-text type="strong" fontVariantNumeric="tabular-nums">
        {money(price, currency)}
      </s-text>
      {cost !== null && <s-text color="subdued">{`costs you ${euros(cost)}`}</s-text>}
      {leastPrice !== null && price < leastPrice && (
        <s-text tone="caution">{`a loss below ${money(leastPrice, currency)}`}</s-text>
      )}
    </s-stack>
  );
}
