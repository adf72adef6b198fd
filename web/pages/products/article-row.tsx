import type {ArticleRow} from '#contract/articles.ts';
import {articleAddress} from '../../shared/list/article-address.ts';
import {ArticlePicture} from '../../shared/list/article-picture.tsx';
import {ArticleState} from '../../shared/list/article-state.tsx';
import {euros, money, percent} from '../../text/format.ts';

/** Shown for an amount that is not known. */
const none = '–';

type ArticleRowProps = {
  readonly article: ArticleRow;
  /** The store's; null: not read yet. */
  readonly currency: string | null;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
};

/** One article of the list: its cost, price and margin, and whether it is in the store. */
export function OneArticleRow({article, currency, isChosen, onChoose}: ArticleRowProps) {
  const {id, name, brand, category, image, cost} = article;
  const link = `article-${id}`;
  return (
    <s-table-row clickDelegate={link}>
      <s-table-cell>
        <s-grid gridTemplateColumns="auto 40px 1fr" gap="small-200" alignItems="start">
          <s-checkbox
            accessibilityLabel={`Choose ${name || id}`}
            checked={isChosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
          <ArticlePicture picture={image} />
          <s-stack gap="small-500">
            <s-link id={link} href={articleAddress(id)} accessibilityLabel={`Open ${name || id}`}>
              <s-text dir="auto">{name || id}</s-text>
            </s-link>
            <s-text color="subdued" dir="auto">
              {[brand, category].filter(Boolean).join(', ')}
            </s-text>
          </s-stack>
        </s-grid>
      </s-table-cell>
      <s-table-cell>{cost === null ? none : euros(cost)}</s-table-cell>
      <s-table-cell>
        <Price article={article} currency={currency} />
      </s-table-cell>
      <s-table-cell>
        <Margin marginPercent={article.marginPercent} />
      </s-table-cell>
      <s-table-cell>
        <ArticleState article={article} />
      </s-table-cell>
    </s-table-row>
  );
}

function Price({article: {price, expectedPrice}, currency}: Pick<ArticleRowProps, 'article' | 'currency'>) {
  if (currency === null || (price === null && expectedPrice === null)) return none;
  if (price !== null) return money(price, currency);
  return <s-text color="subdued">{`would be ${money(expectedPrice ?? 0, currency)}`}</s-text>;
}

/** A negative margin is in red: the merchant sees the loss before paying for an order. */
function Margin({marginPercent}: Pick<ArticleRow, 'marginPercent'>) {
  if (marginPercent === null) return none;
  if (marginPercent < 0) return <s-text tone="critical">{`${percent(marginPercent)}, a loss`}</s-text>;
  return percent(marginPercent);
}
