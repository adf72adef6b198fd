import type {ArticleDetail} from '#contract/article.ts';
import type {ArticleMargins} from '#contract/order-money.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {LabelledFact} from '../../shared/details/fact.tsx';
import {euros, money} from '../../text/format.ts';
import {marginsQuery} from './article-api.ts';

type PriceFactsProps = {readonly article: ArticleDetail; readonly currency: string | null};

/** What the article costs and sells at, or would; with a warning where a price is above the RRP, or was not compared with it. */
export function PriceFacts({article: {id, article, stock, listPrice, listing}, currency}: PriceFactsProps) {
  const {value: margins, error} = useRemote(marginsQuery(id));
  const cost = stock?.price ?? listPrice;
  const known = listing?.price ?? null;
  const stored = known === null || currency === null ? null : money(known, currency);
  const loaded = margins === null ? null : pricesText(margins);
  const price = loaded ?? stored;
  const isPlanned = loaded === null ? listing?.productGid == null : margins?.priceFrom === 'settings';
  const isUncompared = margins === null && error !== null && (article?.rrp ?? null) !== null;
  const warning = isUncompared ? uncomparedText : margins === null ? null : aboveRrpText(margins);
  return (
    <s-stack gap="small-300">
      {price !== null && (
        <LabelledFact label={isPlanned ? 'Price by your settings' : 'Price in your store'}>
          <s-text type="strong">{price}</s-text>
        </LabelledFact>
      )}
      {cost !== null && <LabelledFact label="Cost">{euros(cost)}</LabelledFact>}
      {warning !== null && <s-text tone="caution">{warning}</s-text>}
    </s-stack>
  );
}

const uncomparedText = 'The price could not be compared with the RRP just now.';

/** "€69.00 to €79.00": what the variants cost in the store, else what a run would set; null: not known. */
function pricesText({prices, currency}: ArticleMargins): string | null {
  const [lowest, highest] = [prices[0], prices.at(-1)];
  if (lowest === undefined || highest === undefined || currency === null) return null;
  const from = money(lowest.price, currency);
  return lowest === highest ? from : `${from} to ${money(highest.price, currency)}`;
}

/** Says which price is above the recommended one; null: none is. */
function aboveRrpText({prices, rrp, currency}: ArticleMargins): string | null {
  const dear = prices.findLast(({aboveRrp}) => aboveRrp);
  if (dear === undefined || rrp === null || currency === null) return null;
  return `${money(dear.price, currency)} is above the RRP of ${money(rrp, currency)}.`;
}
