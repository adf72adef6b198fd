import {useEffect, useState} from 'react';
import type {Articles} from '#contract/articles.ts';
import type {PriceTry} from '#contract/pricing.ts';
import {euros, money} from '../../text/format.ts';
import {articleSearchQuery} from '../api/questions.ts';
import {type RemoteData, useRemote} from '../api/remote.ts';
import {DecimalField} from '../form/decimal-field.tsx';
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
    <s-section heading="Try it on an article">
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
    </s-section>
  );
}

const typingPauseMs = 300;

/** Searches an article to try. The search is not part of the draft. */
function ArticleSearch({onChoose}: {onChoose: (articleId: string) => void}) {
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const found = useRemote(articleSearchQuery(search));
  const choose = (articleId: string) => {
    setText('');
    onChoose(articleId);
  };
  return (
    <s-stack gap="small-300">
      <s-search-field
        label="Search an article"
        placeholder="Name, brand or SKU"
        maxLength={100}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {search !== '' && text.trim() !== '' && <FoundArticles found={found} onChoose={choose} />}
    </s-stack>
  );
}

function FoundArticles({found, onChoose}: {found: RemoteData<Articles>; onChoose: (articleId: string) => void}) {
  if (found.value === null) return <Loading what="articles" remote={found} height="40px" />;
  if (found.value.articles.length === 0) return <s-text color="subdued">No article is called that.</s-text>;
  return (
    <s-stack gap="small-400">
      {found.value.articles.map(({id, name, brand}) => (
        <s-button key={id} variant="tertiary" onClick={() => onChoose(id)}>
          {`${name || id} (${brand})`}
        </s-button>
      ))}
    </s-stack>
  );
}

function TriedPriceResult({tried, answer}: Pick<TrySectionProps, 'tried' | 'answer'>) {
  if (tried.articleId === null && tried.cost.trim() === '') {
    return <s-text color="subdued">Choose an article or enter a cost to see how its price comes about.</s-text>;
  }
  const {value} = answer;
  if (value === null) return <Loading what="the price" remote={answer} height="160px" />;
  const {article, cost, isListCost, currency, price, compareAt, reason, leastPrice} = value;
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
      {price !== null && currency !== null && (
        <s-text>
          {`Sells at ${money(price, currency)}${compareAt === null ? '' : `, compare-at ${money(compareAt, currency)}`}. `}
          {leastPrice !== null &&
            `From ${money(leastPrice, currency)} on, one piece loses money in no zone you sell to.`}
        </s-text>
      )}
    </s-stack>
  );
}
