import type {ArticleDetail} from '#contract/article.ts';
import {pricingApi} from '../../shared/api/pricing-api.ts';
import {pricingQuery} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {Fold} from '../../shared/details/fold.tsx';
import {Loading} from '../../shared/page/loading.tsx';
import {PriceSteps} from '../../shared/pricing/ledger.tsx';
import {valueText} from '../../shared/runs/run-words.ts';
import {euros, money} from '../../text/format.ts';

type Listing = NonNullable<ArticleDetail['listing']>;

type PriceSectionProps = {readonly article: ArticleDetail; readonly currency: string | null};

/** The steps of the last price calculation; without a stored one, how a run would calculate the price. */
export function PriceSection({article, currency}: PriceSectionProps) {
  const {id, listing} = article;
  const trace = listing?.trace ?? [];
  return (
    <Fold heading="Why this price" summary={priceSummary(article, currency)}>
      {currency !== null && listing !== null && trace.length > 0 ? (
        <>
          <s-text color="subdued">{lastPricingText(article, listing, currency)}</s-text>
          <PriceSteps trace={trace} currency={currency} />
          <OwnPrice listing={listing} currency={currency} />
        </>
      ) : (
        <TriedPrice id={id} />
      )}
      <s-stack direction="inline">
        <s-button href="/pricing">Open Pricing</s-button>
      </s-stack>
    </Fold>
  );
}

/** The price of the closed section; none where the steps within are not those of the price that was used last. */
function priceSummary({listing, next}: ArticleDetail, currency: string | null): string {
  if (listing !== null && listing.trace.length > 0 && !isOfItsPrice(listing)) return '';
  const price = listing?.price ?? next?.price ?? null;
  return price === null || currency === null ? '' : money(price, currency);
}

/** Whether the stored steps lead from the cost to the price that were used last. */
const isOfItsPrice = ({cost, price, trace}: Listing): boolean =>
  trace[0]?.amount === cost && trace.at(-1)?.amount === price;

/**
 * The sentence above the steps of the last price calculation. Where that made the product a draft, its steps are not those of the price
 * that was used last: they may count with a new cost that waits for the merchant.
 */
function lastPricingText({stock}: ArticleDetail, listing: Listing, currency: string): string {
  const {cost, price, trace, reasonCode} = listing;
  const counted = trace[0]?.amount;
  if (price !== null && cost !== null && isOfItsPrice(listing)) {
    return `The last update calculated ${money(price, currency)} from a cost of ${euros(cost)}:`;
  }
  if (reasonCode === 'cost_moved' && counted !== undefined && stock?.price === counted) {
    return `If you use the new cost of ${euros(counted)}:`;
  }
  return 'As last calculated, and not used:';
}

/** Says that the store shows the merchant's own price, which differs from the calculated one. */
function OwnPrice({listing: {fields}, currency}: {listing: Listing; currency: string}) {
  const edit = fields.find(({field}) => field === 'price')?.edit ?? null;
  if (edit === null) return null;
  return (
    <s-text>{`Your store shows ${valueText('price', edit.live, currency)}, a price of yours. It stays until you give it back under “Fields of the product”.`}</s-text>
  );
}

function TriedPrice({id}: {id: string}) {
  const stored = useRemote(pricingQuery);
  const pricing = stored.value?.pricing ?? null;
  const tried = useRemote({
    key: ['article-price', id, pricing],
    load: async (signal) => {
      if (pricing === null) throw new Error('asked for before the prices are known');
      return pricingApi.tryOn({pricing, articleId: id}, signal);
    },
    waitMs: () => null,
    isOff: pricing === null,
  });
  if (tried.value === null) {
    return <Loading what="the price" remote={pricing === null ? stored : tried} height="120px" />;
  }
  const {currency, price, reason, trace} = tried.value;
  return (
    <>
      <s-text color="subdued">
        {price === null || currency === null
          ? (reason ?? 'No price can be calculated.')
          : `With your saved prices an update would sell it at ${money(price, currency)}:`}
      </s-text>
      {currency !== null && <PriceSteps trace={trace} currency={currency} />}
    </>
  );
}
