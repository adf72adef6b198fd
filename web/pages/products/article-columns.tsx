import type {ArticleRow} from '#contract/articles.ts';
import {articleAddress} from '../../shared/list/article-address.ts';
import {ArticlePicture} from '../../shared/list/article-picture.tsx';
import {ArticleState} from '../../shared/list/article-state.tsx';
import type {Column} from '../../shared/list/index-table.tsx';
import {marginSorts, nameSort} from '../../shared/list/shown-articles.ts';
import {euros, money, percent} from '../../text/format.ts';

/** Shown for an amount that is not known. */
const none = '–';

/** @param currency the store's; null: not read yet. */
export const articleColumns = (currency: string | null): readonly Column<ArticleRow>[] => [
  {heading: 'Article', listSlot: 'primary', sorts: [nameSort], renderCell: (article) => <Name article={article} />},
  {
    heading: 'Brand and category',
    renderCell: ({brand, category}) => (
      <s-box maxInlineSize="180px">
        <s-paragraph lineClamp={1} color="subdued" dir="auto">
          {[brand, category].filter(Boolean).join(', ')}
        </s-paragraph>
      </s-box>
    ),
  },
  {heading: 'Cost', format: 'currency', renderCell: ({cost}) => (cost === null ? none : euros(cost))},
  {heading: 'Price', format: 'currency', renderCell: (article) => <Price article={article} currency={currency} />},
  {heading: 'Margin', format: 'numeric', sorts: marginSorts, renderCell: (article) => <Margin article={article} />},
  {
    heading: 'State',
    renderCell: (article) => (
      <s-box maxInlineSize="260px">
        <ArticleState article={article} />
      </s-box>
    ),
  },
];

type ArticleProps = {readonly article: ArticleRow};

const Name = ({article: {id, name, image}}: ArticleProps) => (
  <s-grid gridTemplateColumns="32px 1fr" gap="small-200" alignItems="center">
    <ArticlePicture picture={image} />
    <s-box minInlineSize="160px" maxInlineSize="280px">
      <s-paragraph lineClamp={1}>
        <s-link id={`article-${id}`} href={articleAddress(id)} accessibilityLabel={`Open ${name || id}`}>
          <s-text dir="auto">{name || id}</s-text>
        </s-link>
      </s-paragraph>
    </s-box>
  </s-grid>
);

function Price({article: {price, expectedPrice}, currency}: ArticleProps & {readonly currency: string | null}) {
  if (currency === null || (price === null && expectedPrice === null)) return none;
  if (price !== null) return money(price, currency);
  return <s-text color="subdued">{`would be ${money(expectedPrice ?? 0, currency)}`}</s-text>;
}

/** A negative margin is in red: the merchant sees the loss before paying for an order. */
function Margin({article: {marginPercent}}: ArticleProps) {
  if (marginPercent === null) return none;
  if (marginPercent < 0) return <s-text tone="critical">{`${percent(marginPercent)}, a loss`}</s-text>;
  return percent(marginPercent);
}
