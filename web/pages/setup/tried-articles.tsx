import type {Trial} from '#contract/set-up.ts';
import {ArticlePicture} from '../../shared/list/article-picture.tsx';
import {euros, money} from '../../text/format.ts';
import {countNoun, type Tone} from '../../text/words.ts';

type TrialArticle = Trial['articles'][number];

type TriedArticlesProps = {
  readonly articles: readonly TrialArticle[];
  /** The store's currency; null: not read yet. */
  readonly currency: string | null;
  /** Whether the trial is queued or running. */
  readonly isTrialRunning: boolean;
};

/** The articles of the trial, each with its price and links to look at it. */
export function TriedArticles({articles, currency, isTrialRunning}: TriedArticlesProps) {
  const made = articles.filter(({state}) => state === 'active').length;
  const lacking = articles.filter(({lacks}) => lacks.length > 0).length;
  return (
    <s-stack gap="small">
      <div role="status">
        <s-text type="strong">
          {made} of {countNoun(articles.length, 'product')} in your store
        </s-text>
      </div>
      {!isTrialRunning && lacking > 0 && (
        <s-text>
          {`Of ${countNoun(lacking, 'article')} the supplier states no colour or no size. An order of ${lacking === 1 ? 'it' : 'them'} may ask you for the missing words; you can define them under Details.`}
        </s-text>
      )}
      <div role="list" style={{display: 'contents'}}>
        {articles.map((article) => (
          <div role="listitem" key={article.articleId}>
            <TriedArticleRow article={article} currency={currency} isTrialRunning={isTrialRunning} />
          </div>
        ))}
      </div>
    </s-stack>
  );
}

function TriedArticleRow({
  article,
  currency,
  isTrialRunning,
}: Omit<TriedArticlesProps, 'articles'> & {readonly article: TrialArticle}) {
  const {articleId, brand, picture, price, cost, reason, state, productGid, lacks} = article;
  const name = article.name || articleId;
  const word = trialBadge(article, isTrialRunning);
  return (
    <s-grid gridTemplateColumns="auto 1fr" gap="small" alignItems="start">
      <ArticlePicture picture={picture} />
      <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr auto, 1fr" gap="small-200" alignItems="center">
        <s-stack gap="small-500">
          <s-paragraph>
            <s-text dir="auto">{name}</s-text>
          </s-paragraph>
          <s-stack direction="inline" gap="small-300">
            <s-text color="subdued" dir="auto">
              {brand}
            </s-text>
            <s-badge tone={word.tone}>{word.label}</s-badge>
          </s-stack>
          {price !== null && currency !== null && (
            <s-text fontVariantNumeric="tabular-nums">
              {money(price, currency)}
              {cost === null ? '' : `, costs you ${euros(cost)}`}
            </s-text>
          )}
          {lacks.length > 0 && <s-text color="subdued">The supplier states no {lacks.join(' and no ')}</s-text>}
          {state !== 'active' && reason !== null && <s-text color="subdued">{reason}</s-text>}
        </s-stack>
        <s-stack direction="inline" gap="small-200">
          <s-button href={`/products/${encodeURIComponent(articleId)}`} accessibilityLabel={`Details: ${name}`}>
            Details
          </s-button>
          {productGid !== null && state !== 'deleted_in_store' && (
            <s-button
              href={`shopify://admin/products/${productGid.split('/').at(-1)}`}
              target="_top"
              accessibilityLabel={`Open in Shopify: ${name}`}
            >
              Open in Shopify
            </s-button>
          )}
        </s-stack>
      </s-grid>
    </s-grid>
  );
}

/**
 * The badge of an article of the trial. @param isOn whether the trial is under way, so that an article without a product may still get
 * one.
 */
function trialBadge({state, reason}: TrialArticle, isOn: boolean): {readonly label: string; readonly tone: Tone} {
  if (state === 'active') return {label: 'In your store', tone: 'success'};
  if (state === 'held') return {label: 'Not on sale', tone: 'warning'};
  if (state === 'retired') return {label: 'Taken off sale', tone: 'neutral'};
  if (state === 'deleted_in_store') return {label: 'Deleted in your store', tone: 'neutral'};
  if (reason !== null) return {label: 'Could not be used', tone: 'warning'};
  return isOn ? {label: 'On its way', tone: 'info'} : {label: 'Not created', tone: 'neutral'};
}
