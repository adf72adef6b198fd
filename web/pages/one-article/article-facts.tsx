import type {ArticleDetail} from '#contract/article.ts';
import {api} from '../../shared/api/api.ts';
import {articleOrdersAddress, productAddress} from '../../shared/list/article-address.ts';
import {ArticleState} from '../../shared/list/article-state.tsx';
import {manualChoiceTexts} from '../../shared/list/hand-texts.ts';
import {Notice} from '../../shared/page/notice.tsx';
import type {DecisionOutcome} from '../../shared/runs/followed-run.tsx';
import {type DecisionAction, useDecision} from '../../shared/runs/use-decision.ts';
import {euros} from '../../text/format.ts';
import {articleApi} from './article-api.ts';
import {Gallery} from './gallery.tsx';
import {nextRunText} from './next-run-section.tsx';
import {PriceFacts} from './price-facts.tsx';
import {TakeOffSale} from './take-off-sale.tsx';

export type ArticleSectionProps = {
  readonly article: ArticleDetail;
  readonly onDone: (decided: DecisionOutcome) => void;
};

type ArticleFactsProps = ArticleSectionProps & {readonly currency: string | null};

/** The first section of an article's page: what it is, its price, its state in the store, and the buttons to decide about it. */
export function ArticleFacts({article, currency, onDone}: ArticleFactsProps) {
  const {id, article: supplied, listing} = article;
  const decision = useDecision(onDone);
  const product = listing?.productGid == null ? null : productAddress(listing.productGid);
  const isInStore = product !== null && listing?.state !== 'deleted_in_store';
  const next = nextRunText(article);
  return (
    <s-section accessibilityLabel="The article">
      <Gallery pictures={supplied?.images ?? []} />
      <s-stack gap="small-400">
        <s-text dir="auto">{[supplied?.brand, supplied?.category].filter(Boolean).join(', ')}</s-text>
        <s-text color="subdued">
          {[`Article ${id}`, supplied?.sku && `SKU ${supplied.sku}`].filter(Boolean).join(', ')}
        </s-text>
        <ArticleState article={toArticleState(article)} />
        {next !== null && <s-text color="subdued">{next}</s-text>}
      </s-stack>
      <PriceFacts article={article} currency={currency} />
      <WaitingDecisions article={article} decision={decision} />
      <s-stack direction="inline" gap="small-200">
        {isInStore && (
          <s-button href={product} target="_top" variant="primary">
            Open the product in Shopify
          </s-button>
        )}
        <s-button href={articleOrdersAddress(id)}>Orders of this article</s-button>
        <ManualChoiceButtons article={article} decision={decision} />
      </s-stack>
      {isInStore && listing?.state === 'active' && <TakeOffSale id={id} onDone={onDone} />}
    </s-section>
  );
}

const toArticleState = ({chosen, listed, hand, listing, quarantine}: ArticleDetail) => ({
  chosen,
  listed,
  hand,
  state: listing?.state ?? null,
  reason: listing?.reason ?? null,
  quarantine: quarantine?.reason ?? null,
  edited: listing?.fields.some(({edit}) => edit !== null) ?? false,
});

type DecisionProps = {readonly article: ArticleDetail; readonly decision: DecisionAction};

/** The outcome of a decision; without a run of its own (null), the text says that the next run carries it out. */
const toOutcome = (text: string, runId: string | null): DecisionOutcome => ({
  text: runId === null ? `${text} The next update does it.` : text,
  runId,
});

/** What waits for the merchant's decision: a cost that moved, or a quarantined article. */
function WaitingDecisions({article: {id, listing, stock, quarantine}, decision: {runningName, decide}}: DecisionProps) {
  const cost = stock?.price ?? 0;
  const approve = async () => {
    const {run} = await api.approveCost(id, cost);
    return toOutcome(`The new cost of ${euros(cost)} is used.`, run?.id ?? null);
  };
  const retry = async () => {
    const {run} = await articleApi.retry(id);
    return toOutcome('The article is tried again.', run?.id ?? null);
  };
  return (
    <>
      {listing?.reasonCode === 'cost_moved' && listing.state === 'held' && stock !== null && (
        <Notice
          tone="warning"
          heading="The supplier’s cost moved far"
          button={
            <s-button loading={runningName === 'approve'} onClick={() => void decide('approve', approve)}>
              {`Use the new cost of ${euros(cost)}`}
            </s-button>
          }
        >
          {`It was ${listing.cost === null ? 'another one' : euros(listing.cost)}. The product stays off sale until you use the new cost.`}
        </Notice>
      )}
      {quarantine !== null && (
        <Notice
          tone="warning"
          heading="An update could not use this article"
          button={
            <s-button loading={runningName === 'retry'} onClick={() => void decide('retry', retry)}>
              Try again
            </s-button>
          }
        >
          {quarantine.reason}
        </Notice>
      )}
    </>
  );
}

function ManualChoiceButtons({article: {id, hand}, decision: {runningName, decide}}: DecisionProps) {
  return (
    <>
      {manualChoiceTexts
        .filter((text) => text.choice !== hand)
        .map((text) => {
          const choose = async () => {
            await articleApi.choose(id, text.choice);
            return {text: `The article is ${text.done}`, runId: null, waits: true};
          };
          return (
            <s-button
              key={text.button}
              loading={runningName === text.button}
              onClick={() => void decide(text.button, choose)}
            >
              {text.button}
            </s-button>
          );
        })}
    </>
  );
}
