import type {ReactNode} from 'react';
import type {ArticleDetail} from '#contract/article.ts';
import {Notice} from '../../shared/page/notice.tsx';
import {useDecision} from '../../shared/runs/use-decision.ts';
import {calendarDay, dateAndTime, euros, joinWords} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {articleApi} from './article-api.ts';
import type {ArticleSectionProps} from './article-facts.tsx';

/** What the supplier says of the article, to be read by the merchant; much of it is never written to the store. */
export function SuppliedSection({article: detail, onDone}: ArticleSectionProps) {
  const {article, stock, listPrice, listed, listing} = detail;
  const failed = (listing?.media ?? []).filter(({state}) => state === 'failed');
  return (
    <s-section heading="What the supplier says">
      {!listed && (
        <s-text tone="caution">It is not in the supplier’s list at the moment, so it cannot be bought.</s-text>
      )}
      {article === null && <s-text>No page of the supplier’s catalogue has contained it yet.</s-text>}
      <s-stack gap="small-300">
        {stock !== null && (
          <LabelledFact label="Colours and sizes to order">
            {[joinWords(stock.colours) || 'no colours', joinWords(stock.sizes) || 'no sizes'].join('; ')}
          </LabelledFact>
        )}
        {article !== null && <CatalogueFacts article={article} />}
        {listPrice !== null && <LabelledFact label="Price in the list">{euros(listPrice)}</LabelledFact>}
        {stock?.readAt != null && <LabelledFact label="Price and sizes read">{dateAndTime(stock.readAt)}</LabelledFact>}
      </s-stack>
      {failed.length > 0 && <FailedImages id={detail.id} failedMedia={failed} onDone={onDone} />}
      {(article?.droppedImages ?? []).map(({url, reason}) => (
        <s-text key={url} color="subdued">{`A picture is left out: ${reason} (${url})`}</s-text>
      ))}
    </s-section>
  );
}

type SuppliedArticle = NonNullable<ArticleDetail['article']>;

const CatalogueFacts = ({article}: {article: SuppliedArticle}) => (
  <>
    <LabelledFact label="Sizes, in its own words" isSuppliersText>
      {article.sizes || 'not stated'}
    </LabelledFact>
    <LabelledFact label="Colours in the catalogue">{joinWords(article.colours) || 'not stated'}</LabelledFact>
    <LabelledFact label="Wholesale prices">{quantityPricesText(article)}</LabelledFact>
    {article.rrp !== null && <LabelledFact label="Recommended price">{euros(article.rrp)}</LabelledFact>}
    <LabelledFact label="Origin" isSuppliersText>
      {article.origin || 'not stated'}
    </LabelledFact>
    {article.pricing === 'on_request' && (
      <LabelledFact label="Price on request">The stated price is only indicative.</LabelledFact>
    )}
    {article.addedAt !== null && (
      <LabelledFact label="In the catalogue since">{calendarDay(article.addedAt)}</LabelledFact>
    )}
  </>
);

/** The supplier's prices by quantity, for partners who buy in bulk; a piece of a dropship order costs what `a=stock` states. */
function quantityPricesText({tiers, moq, unit}: SuppliedArticle): string {
  const least = `from ${countNoun(moq, unit || 'piece')}`;
  if (tiers.length === 0) return least;
  return tiers.map(({minQty, price}) => `${euros(price)} from ${minQty}`).join(', ');
}

type LabelledFactProps = {
  readonly label: string;
  readonly children: ReactNode;
  /** Whether the text is the supplier's alone, so that its script decides the direction. Our own sentences run left to right. */
  readonly isSuppliersText?: boolean;
};

const LabelledFact = ({label, children, isSuppliersText: isTheirs = false}: LabelledFactProps) => (
  <s-grid gridTemplateColumns="@container (inline-size > 500px) 200px 1fr, 1fr" gap="small-300">
    <s-text color="subdued">{label}</s-text>
    <s-box>{isTheirs ? <s-text dir="auto">{children}</s-text> : <s-text>{children}</s-text>}</s-box>
  </s-grid>
);

type FailedImagesProps = Pick<ArticleSectionProps, 'onDone'> & {
  readonly id: string;
  readonly failedMedia: NonNullable<ArticleDetail['listing']>['media'];
};

function FailedImages({id, failedMedia, onDone}: FailedImagesProps) {
  const {runningName, decide} = useDecision(onDone);
  const retry = async () => {
    const {run} = await articleApi.retryImages(id);
    return {text: 'The images are tried again.', runId: run?.id ?? null};
  };
  const reasons = [...new Set(failedMedia.map(({reason}) => reason).filter((reason) => reason !== null))];
  return (
    <Notice
      tone="warning"
      heading={`Shopify could not take ${countNoun(failedMedia.length, 'image')}`}
      button={
        <s-button loading={runningName !== null} onClick={() => void decide('images', retry)}>
          Try the images again
        </s-button>
      }
    >
      {reasons.join(' ')}
    </Notice>
  );
}
