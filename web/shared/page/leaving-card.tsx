import type {Overview} from '#contract/overview.ts';
import {countNoun} from '../../text/words.ts';
import {hasKeys, isStoreFilled} from './store-filled.ts';

/** Says that the merchant is leaving or has left, and after a reinstall what stayed on sale; nothing where neither is so. */
export function LeavingCard({overview}: {readonly overview: Overview}) {
  const {isLeaving, stayedOnSale} = overview;
  if (!isLeaving && stayedOnSale === 0) return null;
  return (
    <s-section heading={stayedOnSale > 0 ? 'Still on sale' : 'You are leaving Piecewise'}>
      <s-stack gap="base">
        {stayedOnSale > 0 && (
          <s-paragraph>
            {countNoun(stayedOnSale, 'product', 'products')} of Piecewise stayed on sale in your store while Piecewise
            was not installed. Of what shoppers ordered then, nothing was sent.
          </s-paragraph>
        )}
        {stayedOnSale > 0 && !isLeaving && <s-paragraph>{nextText(overview)}</s-paragraph>}
        {isLeaving && (
          <s-paragraph>
            You asked to stop using Piecewise, so nothing is updated: where a page speaks of the next update, there is
            none before you use Piecewise again. Orders are sent as long as Piecewise is installed.
          </s-paragraph>
        )}
        <s-stack direction="inline" gap="small-200">
          {stayedOnSale > 0 && !isLeaving && <NextButton overview={overview} />}
          {stayedOnSale > 0 && <ShowProducts listings={overview.listings} />}
          {isLeaving && <s-button href="/settings/leave">Open Leave</s-button>}
        </s-stack>
      </s-stack>
    </s-section>
  );
}

/** What has the products looked after again; while set-up is not over, its card names the step. */
function nextText(overview: Overview): string {
  if (!isStoreFilled(overview)) return 'Finish set-up, and the first update looks after them again.';
  if (!hasKeys(overview)) return 'Enter your keys again, and the next update looks after them.';
  return 'The next update looks after them again: start it now, or wait for the night.';
}

function NextButton({overview}: {readonly overview: Overview}) {
  if (!isStoreFilled(overview)) return null;
  return hasKeys(overview) ? (
    <s-button variant="primary" href="/runs">
      Open Updates
    </s-button>
  ) : (
    <s-button variant="primary" href="/settings/connection">
      Enter your keys
    </s-button>
  );
}

/** The way to the products; where nothing is stored of them any more, to those of the store. */
function ShowProducts({listings: {active, held, retired}}: Pick<Overview, 'listings'>) {
  return active + held + retired > 0 ? (
    <s-button href="/products?show=in-store">Show the products</s-button>
  ) : (
    <s-button href="shopify://admin/products" target="_top">
      Show the products in Shopify
    </s-button>
  );
}
