import type {ReactNode} from 'react';
import type {ArticleDetail} from '#contract/article.ts';
import {Notice} from '../../shared/page/notice.tsx';
import {useDecision} from '../../shared/runs/use-decision.ts';
import {calendarDay, dateAndTime, euros, wordsInSentence} from '../../text/format.ts';
import {counted} from '../../text/words.ts';
import {articleApi} from './article-api.ts';
import type {ArticleSectionProps} from './article-facts.tsx';

/** What the supplier says of the article; much of it is never written to the store. */
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
          <Fact label="Colours and sizes to order">
            {[wordsInSentence(stock.colours) || 'no colours', wordsInSentence(stock.sizes) || 'no sizes'].join('; ')}
          </Fact>
        )}
        {article !== null && <CatalogueFacts article={article} />}
        {listPrice !== null && <Fact label="Price in the list">{euros(listPrice)}</Fact>}
        {stock?.readAt != null && <Fact label="Price and sizes read">{dateAndTime(stock.readAt)}</Fact>}
      </s-stack>
      {failed.length > 0 && <FailedImages id={detail.id} failed={failed} onDone={onDone} />}
      {(article?.droppedImages ?? []).map(({url, reason}) => (
        <s-text key={url} color="subdued">{`A picture is left out: ${reason} (${url})`}</s-text>
      ))}
    </s-section>
  );
}

type Supplied = NonNullable<ArticleDetail['article']>;

const CatalogueFacts = ({article}: {article: Supplied}) => (
  <>
    <Fact label="Sizes, in its own words" isTheirs>
      {article.sizes || 'not stated'}
    </Fact>
    <Fact label="Colours in the catalogue">{wordsInSentence(article.colours) || 'not stated'}</Fact>
    <Fact label="Wholesale prices">{tiersText(article)}</Fact>
    {article.rrp !== null && <Fact label="Recommended price">{euros(article.rrp)}</Fact>}
    <Fact label="Origin" isTheirs>
      {article.origin || 'not stated'}
    </Fact>
    {article.pricing === 'on_request' && <Fact label="Price on request">The stated price is only indicative.</Fact>}
    {article.addedAt !== null && <Fact label="In the catalogue since">{calendarDay(article.addedAt)}</Fact>}
  </>
);

/** Prices by quantity are for partners who buy in bulk; each piece of a dropship order costs what `a=stock` states. */
function tiersText({tiers, moq, unit}: Supplied): string {
  const least = `from ${counted(moq, unit || 'piece')}`;
  if (tiers.length === 0) return least;
  return tiers.map(({minQty, price}) => `${euros(price)} from ${minQty}`).join(', ');
}

type FactProps = {
  readonly label: string;
  readonly children: ReactNode;
  /** Whether the text is the supplier's only: its script then decides the direction. Our own sentences run left to right. */
  readonly isTheirs?: boolean;
};

const Fact = ({label, children, isTheirs = false}: FactProps) => (
  <s-grid gridTemplateColumns="@container (inline-size > 500px) 200px 1fr, 1fr" gap="small-300">
    <s-text color="subdued">{label}</s-text>
    <s-box>{isTheirs ? <s-text dir="auto">{children}</s-text> : <s-text>{children}</s-text>}</s-box>
  </s-grid>
);

type FailedImagesProps = Pick<ArticleSectionProps, 'onDone'> & {
  readonly id: string;
  readonly failed: NonNullable<ArticleDetail['listing']>['media'];
};

function FailedImages({id, failed, onDone}: FailedImagesProps) {
  const {running, act} = useDecision(onDone);
  const retry = async () => {
    const {run} = await articleApi.retryImages(id);
    return {text: 'The images are tried again.', runId: run?.id ?? null};
  };
  const reasons = [...new Set(failed.map(({reason}) => reason).filter((reason) => reason !== null))];
  return (
    <Notice
      tone="warning"
      heading={`Shopify could not take ${counted(failed.length, 'image')}`}
      button={
        <s-button loading={running !== null} onClick={() => void act('images', retry)}>
          Try the images again
        </s-button>
      }
    >
      {reasons.join(' ')}
    </Notice>
  );
}
