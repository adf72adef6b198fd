import type {ArticleRow} from '#contract/articles.ts';
import type {OptionName} from '#domain/options/defined-options.ts';
import {articleAddress} from '../../shared/list/article-address.ts';
import {ArticlePicture} from '../../shared/list/article-picture.tsx';
import {ArticleState} from '../../shared/list/article-state.tsx';
import type {Column} from '../../shared/list/index-table.tsx';
import {marginSorts, nameSort} from '../../shared/list/shown-articles.ts';
import {ownPriceWords} from '../../shared/own-prices/own-price-words.ts';
import {WorstLeft} from '../../shared/pricing/left-per-piece.tsx';
import type {DecisionOutcome} from '../../shared/runs/followed-run.tsx';
import {euros, money, notKnownMark} from '../../text/format.ts';
import {Proposal} from './proposal-cell.tsx';

const nameColumn: Column<ArticleRow> = {
  heading: 'Article',
  listSlot: 'primary',
  sorts: [nameSort],
  renderCell: (article) => <ArticleLink article={article} />,
};

const kindColumn: Column<ArticleRow> = {
  heading: 'Brand and category',
  renderCell: ({brand, category}) => (
    <s-box maxInlineSize="180px">
      <s-paragraph lineClamp={1} color="subdued">
        <s-text dir="auto">{[brand, category].filter(Boolean).join(', ')}</s-text>
      </s-paragraph>
    </s-box>
  ),
};

/** The columns of the article list. @param currency the store's; null: not read yet. */
export const articleColumns = (currency: string | null): readonly Column<ArticleRow>[] => [
  nameColumn,
  kindColumn,
  {heading: 'Cost', format: 'currency', renderCell: ({cost}) => (cost === null ? notKnownMark : euros(cost))},
  {
    heading: 'Price',
    format: 'currency',
    renderCell: (article) => <ArticlePrice article={article} currency={currency} />,
  },
  {
    heading: 'Left per piece',
    format: 'currency',
    sorts: marginSorts,
    renderCell: ({left, leftNext}) => (
      <s-stack gap="small-500" alignItems="start">
        <WorstLeft left={left} currency={currency} />
        {leftNext !== null && (
          <>
            <s-text color="subdued">From the next update</s-text>
            <WorstLeft left={leftNext} currency={currency} />
          </>
        )}
      </s-stack>
    ),
  },
  {
    heading: 'State',
    renderCell: (article) => (
      <s-box maxInlineSize="260px">
        <ArticleState article={article} />
      </s-box>
    ),
  },
];

/** The columns of the list of articles that state no size or no colour: what the catalogue says instead, and what that proposes. */
export const unansweredColumns = (
  option: OptionName,
  onDone: (decided: DecisionOutcome) => void,
): readonly Column<ArticleRow>[] => [
  nameColumn,
  kindColumn,
  {
    heading: 'In the catalogue',
    renderCell: ({proposal}) => (
      <s-box maxInlineSize="180px">
        <s-paragraph lineClamp={1}>
          <s-text dir="auto">{proposal?.text || 'Says nothing'}</s-text>
        </s-paragraph>
      </s-box>
    ),
  },
  {
    heading: `Proposed ${option}`,
    renderCell: (article) => <Proposal article={article} option={option} onDone={onDone} />,
  },
];

type ArticleProps = {readonly article: ArticleRow};

/** A row is one line. One with an own price to come has several, which leave room for a long name. */
const ArticleLink = ({article: {id, name, image, ownPriceNext}}: ArticleProps) => (
  <s-grid gridTemplateColumns="32px 1fr" gap="small-200" alignItems="center">
    <ArticlePicture picture={image} />
    <s-box minInlineSize="160px" maxInlineSize="280px">
      <s-paragraph lineClamp={ownPriceNext === null ? 1 : 2}>
        <s-link id={`article-${id}`} href={articleAddress(id)} accessibilityLabel={`Open ${name || id}`}>
          <s-text dir="auto">{name || id}</s-text>
        </s-link>
      </s-paragraph>
    </s-box>
  </s-grid>
);

function ArticlePrice({article, currency}: ArticleProps & {readonly currency: string | null}) {
  const {price, expectedPrice, ownPrice, isOwnPriceShown, ownPriceNext} = article;
  if (currency === null || (price === null && expectedPrice === null)) return notKnownMark;
  const amount =
    price === null ? (
      <s-text color="subdued">{`would be ${money(expectedPrice ?? 0, currency)}`}</s-text>
    ) : (
      money(price, currency)
    );
  if (ownPrice === null) return amount;
  return isOwnPriceShown ? (
    <>
      <s-text color="subdued">own </s-text>
      {amount}
    </>
  ) : (
    <s-stack gap="small-500">
      <span>{amount}</span>
      <s-text color="subdued">{`own: ${ownPriceWords(ownPrice)}`}</s-text>
      {ownPriceNext !== null && (
        <s-text color="subdued">{`${money(ownPriceNext, currency)} from the next update`}</s-text>
      )}
    </s-stack>
  );
}
