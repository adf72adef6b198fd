import type {PriceTry} from '#contract/pricing.ts';
import {euros, money} from '../../text/format.ts';
import type {RemoteData} from '../api/remote.ts';
import {DecimalField} from '../form/decimal-field.tsx';
import {ArticleSearch} from '../list/article-search.tsx';
import {Loading, StaleNotice} from '../page/loading.tsx';
import {Notice} from '../page/notice.tsx';
import {PriceSteps} from './ledger.tsx';
import type {TriedInput} from './tried-price.ts';

type TrySectionProps = {
  readonly tried: TriedInput;
  /** The price of what is tried, and the state of its query. */
  readonly answer: RemoteData<PriceTry>;
  readonly onTry: (tried: TriedInput) => void;
};

/** Tries the draft's prices on one article, or any cost, and shows step by step how its price is made. */
export function TrySection({tried, answer, onTry}: TrySectionProps) {
  return (
    <s-stack gap="base">
      <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr, 1fr" gap="base">
        <ArticleSearch onChoose={(articleId) => onTry({articleId, cost: ''})} />
        <DecimalField
          label="Or on a cost"
          name="tryCost"
          unit="EUR"
          value={tried.cost}
          details="What the supplier asks for one piece."
          error={undefined}
          onChange={(cost) => onTry({articleId: null, cost})}
        />
      </s-grid>
      <TriedPriceResult tried={tried} answer={answer} />
    </s-stack>
  );
}

function TriedPriceResult({tried, answer}: Pick<TrySectionProps, 'tried' | 'answer'>) {
  if (tried.articleId === null && tried.cost.trim() === '') {
    return <s-text color="subdued">Choose an article or enter a cost to see how its price comes about.</s-text>;
  }
  const {value} = answer;
  if (value === null) return <Loading what="the price" remote={answer} height="160px" />;
  const {article, cost, isListCost, currency, price, reason, leastPrice} = value;
  return (
    <s-stack gap="small">
      <StaleNotice what="the price" remote={answer} />
      <s-text type="strong" dir="auto">
        {article === null ? `A cost of ${euros(cost ?? 0)}` : article.name || article.id}
      </s-text>
      {isListCost && (
        <s-text color="subdued">Its details were not read yet: the price in the supplier’s list counts.</s-text>
      )}
      {reason !== null && (
        <Notice tone="warning" heading="No price">
          {reason}
        </Notice>
      )}
      {currency !== null && <PriceSteps trace={value.trace} currency={currency} />}
      {price !== null && currency !== null && leastPrice !== null && (
        <s-text>{`From ${money(leastPrice, currency)} on, one piece loses money in no zone you sell to.`}</s-text>
      )}
    </s-stack>
  );
}
