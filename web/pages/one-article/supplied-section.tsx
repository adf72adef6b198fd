import type {ArticleDetail} from '#contract/article.ts';
import {nameOfUnit} from '#domain/words/units.ts';
import {LabelledFact} from '../../shared/details/fact.tsx';
import {Fold} from '../../shared/details/fold.tsx';
import {LongText} from '../../shared/details/long-text.tsx';
import {Notice} from '../../shared/page/notice.tsx';
import {useDecision} from '../../shared/runs/use-decision.ts';
import {calendarDay, dateAndTime, euros, joinWords} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {articleApi} from './article-api.ts';
import type {ArticleSectionProps} from './article-facts.tsx';

/** What the supplier says of the article, to be read by the merchant; much of it is never written to the store. */
export function SuppliedSection({article: detail, onDone}: ArticleSectionProps) {
  const {article, stock, listed, listing} = detail;
  const failed = (listing?.media ?? []).filter(({state}) => state === 'failed');
  const dropped = article?.droppedImages ?? [];
  return (
    <s-section heading="What the supplier says">
      {!listed && (
        <s-text tone="caution">It is not in the supplier’s list at the moment, so it cannot be bought.</s-text>
      )}
      {(stock?.notes ?? []).map((note) => (
        <s-text key={note} tone="caution">
          {note}
        </s-text>
      ))}
      {article === null && <s-text>No page of the supplier’s catalogue has contained it yet.</s-text>}
      <s-grid gridTemplateColumns="@container (inline-size > 700px) 1fr 1fr, 1fr" gap="small-300 base">
        {article !== null && <CatalogueFacts article={article} />}
        {stock !== null && (
          <LabelledFact label="To order">
            <LongText
              name="To order"
              text={[joinWords(stock.colours) || 'no colours', joinWords(stock.sizes) || 'no sizes'].join('; ')}
            />
          </LabelledFact>
        )}
        {stock?.readAt != null && <LabelledFact label="Last read">{dateAndTime(stock.readAt)}</LabelledFact>}
      </s-grid>
      {article !== null && article.url !== '' && (
        <s-stack direction="inline">
          <s-button href={article.url} target="_blank">
            Product page at the supplier
          </s-button>
        </s-stack>
      )}
      {failed.length > 0 && <FailedImages id={detail.id} failedMedia={failed} onDone={onDone} />}
      {dropped.length > 0 && (
        <Fold heading="Pictures left out" summary={`${dropped.length}`}>
          {dropped.map(({url, reason}) => (
            <s-text key={url} color="subdued">{`${reason} (${url})`}</s-text>
          ))}
        </Fold>
      )}
    </s-section>
  );
}

type SuppliedArticle = NonNullable<ArticleDetail['article']>;

/** The facts of the catalogue; one that the supplier does not state is left out, but for those that orders ask for. */
const CatalogueFacts = ({article}: {article: SuppliedArticle}) => (
  <>
    {article.rrp !== null && <LabelledFact label="RRP">{`${euros(article.rrp)}, tax included`}</LabelledFact>}
    <Wholesale article={article} />
    <LabelledFact label="Origin" isSuppliersText>
      {article.origin || 'not stated'}
    </LabelledFact>
    {article.seller !== '' && (
      <LabelledFact label="Seller" isSuppliersText>
        {article.seller}
      </LabelledFact>
    )}
    <LabelledFact label="Sizes">
      <LongText name="Sizes" text={article.sizes || 'not stated'} isSuppliersText />
    </LabelledFact>
    <LabelledFact label="Colours">
      <LongText name="Colours" text={joinWords(article.colours) || 'not stated'} />
    </LabelledFact>
    {article.addedAt !== null && <LabelledFact label="Added on">{calendarDay(article.addedAt)}</LabelledFact>}
  </>
);

/** The prices for partners who buy in bulk, and whether they are reduced; a piece of a dropship order costs what `a=stock` states. */
const Wholesale = ({article: {tiers, moq, unit, pricing, listPrice}}: {article: SuppliedArticle}) => (
  <>
    {tiers.length > 0 && (
      <LabelledFact label="Wholesale">
        <LongText name="Wholesale" text={tiers.map(({minQty, price}) => `${euros(price)} from ${minQty}`).join(', ')} />
      </LabelledFact>
    )}
    {(listPrice !== null || pricing === 'sale') && (
      <LabelledFact label="Before reduction">
        <s-stack direction="inline" gap="small-300">
          {listPrice !== null && <s-text>{euros(listPrice)}</s-text>}
          {pricing === 'sale' && <s-badge tone="info">Reduced</s-badge>}
        </s-stack>
      </LabelledFact>
    )}
    {pricing === 'on_request' && (
      <LabelledFact label="Price on request">The stated price is only indicative.</LabelledFact>
    )}
    <LabelledFact label="Minimum order, wholesale">{minimumText(moq, unit)}</LabelledFact>
  </>
);

/** "6 pieces" or "2 packs". */
function minimumText(moq: number, unit: string): string {
  const name = nameOfUnit(unit);
  return countNoun(moq, name?.one ?? 'piece', name?.many);
}

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
