import type {ArticleDetail} from '#contract/article.ts';
import {api} from '../../shared/api/api.ts';
import {articleOrdersAddress, productAddress} from '../../shared/list/article-address.ts';
import {ArticlePicture} from '../../shared/list/article-picture.tsx';
import {ArticleState} from '../../shared/list/article-state.tsx';
import {handTexts} from '../../shared/list/hand-texts.ts';
import {Notice} from '../../shared/page/notice.tsx';
import type {Decided} from '../../shared/runs/followed-run.tsx';
import {type Decision, useDecision} from '../../shared/runs/use-decision.ts';
import {euros} from '../../text/format.ts';
import {articleApi} from './article-api.ts';

export type ArticleSectionProps = {
  readonly article: ArticleDetail;
  readonly onDone: (decided: Decided) => void;
};

/** What the article is, whether it is in the store, and the merchant's own choice. */
export function ArticleFacts({article, onDone}: ArticleSectionProps) {
  const {id, article: supplied, listing} = article;
  const decision = useDecision(onDone);
  const product = listing?.productGid == null ? null : productAddress(listing.productGid);
  const isInStore = product !== null && listing?.state !== 'deleted_in_store';
  return (
    <s-section heading="The article">
      <s-grid gridTemplateColumns="40px 1fr" gap="small" alignItems="start">
        <ArticlePicture picture={supplied?.images[0] ?? null} />
        <s-stack gap="small-400">
          <s-text dir="auto">{[supplied?.brand, supplied?.category].filter(Boolean).join(', ')}</s-text>
          <s-text color="subdued">{[id, supplied?.sku && `SKU ${supplied.sku}`].filter(Boolean).join(', ')}</s-text>
          <ArticleState article={stateOf(article)} />
        </s-stack>
      </s-grid>
      <Waiting article={article} decision={decision} />
      <HandButtons article={article} decision={decision} />
      <s-stack direction="inline" gap="small-200">
        {isInStore && (
          <s-button href={product} target="_top">
            Open the product in Shopify
          </s-button>
        )}
        <s-button href={articleOrdersAddress(id)}>Orders of this article</s-button>
      </s-stack>
    </s-section>
  );
}

const stateOf = ({chosen, listed, hand, listing, quarantine}: ArticleDetail) => ({
  chosen,
  listed,
  hand,
  state: listing?.state ?? null,
  reason: listing?.reason ?? null,
  quarantine: quarantine?.reason ?? null,
  edited: listing?.fields.some(({edit}) => edit !== null) ?? false,
});

type DecidingProps = {readonly article: ArticleDetail; readonly decision: Decision};

const startedText = (text: string, runId: string | null): Decided => ({
  text: runId === null ? `${text} The next run does it.` : text,
  runId,
});

/** What waits for the merchant: a cost that moved, an article set aside. */
function Waiting({article: {id, listing, stock, quarantine}, decision: {running, act}}: DecidingProps) {
  const cost = stock?.price ?? 0;
  const approve = async () => {
    const {run} = await api.approveCost(id, cost);
    return startedText(`The new cost of ${euros(cost)} is used.`, run?.id ?? null);
  };
  const retry = async () => {
    const {run} = await articleApi.retry(id);
    return startedText('The article is tried again.', run?.id ?? null);
  };
  return (
    <>
      {listing?.reasonCode === 'cost_moved' && listing.state === 'held' && stock !== null && (
        <Notice
          tone="warning"
          heading="The supplier’s cost moved far"
          button={
            <s-button loading={running === 'approve'} onClick={() => void act('approve', approve)}>
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
          heading="A run set this article aside"
          button={
            <s-button loading={running === 'retry'} onClick={() => void act('retry', retry)}>
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

function HandButtons({article: {id, hand}, decision: {running, act}}: DecidingProps) {
  return (
    <s-stack direction="inline" gap="small-200">
      {handTexts
        .filter((text) => text.hand !== hand)
        .map((text) => {
          const choose = async () => {
            await articleApi.choose(id, text.hand);
            return {text: `The article is ${text.done}`, runId: null};
          };
          return (
            <s-button key={text.button} loading={running === text.button} onClick={() => void act(text.button, choose)}>
              {text.button}
            </s-button>
          );
        })}
    </s-stack>
  );
}
