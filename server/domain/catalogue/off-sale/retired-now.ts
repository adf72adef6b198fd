// What the merchant is told who takes products off sale at once. "Off sale" is said only of what the store shows so.
import type {OnSaleStatus, StoreStatus} from '#domain/catalogue/operation.ts';

/** Why the product may still be on sale although the merchant's decision is stored. */
export type StillOnSaleCause =
  | 'run_writing' // a run is just putting the product on sale
  | 'no_access' // Shopify does not accept the app's token
  | 'unreachable' // Shopify did not answer, or not in time
  | 'refused' // Shopify refused the change
  | 'failed' // an error of the app
  | 'shown'; // Shopify took the change, and still shows the product on sale

/** What became of the request. */
export type RetiredNow =
  | {
      readonly kind: 'off_sale';
      /** The status that the store shows. */
      readonly status: 'DRAFT' | 'ARCHIVED';
      /** Whether the product was off sale before, so that nothing was written. */
      readonly wasOffSale: boolean;
      /** Whether the app took it off sale, now or earlier; only then a run may put it back. */
      readonly isByApp: boolean;
    }
  /** The article has no product. */
  | {readonly kind: 'no_product'}
  /** The product was deleted in Shopify. */
  | {readonly kind: 'deleted'}
  /** `detail`: Shopify's own reason as a sentence; null: none. */
  | {readonly kind: 'on_sale'; readonly because: StillOnSaleCause; readonly detail: string | null};

/** Whether this status in the store means that the product can be bought. */
export const isOnSale = (status: StoreStatus): status is OnSaleStatus => status === 'ACTIVE' || status === 'UNLISTED';

/** The answer as sentences for the merchant. */
export function toRetiredNowText(outcome: RetiredNow): string {
  switch (outcome.kind) {
    case 'off_sale': {
      const {status, wasOffSale, isByApp} = outcome;
      const shown = status === 'DRAFT' ? 'as a draft' : 'as archived';
      const state = wasOffSale ? `Shopify showed the product ${shown} already.` : `Shopify shows the product ${shown}.`;
      return `Off sale. ${state} ${isByApp ? backByRunText : backByHandText}`;
    }
    case 'no_product':
      return `Always left out. The article has no product in your store, and no update makes one.`;
    case 'deleted':
      return 'Always left out. The product was deleted in Shopify, so it is not on sale.';
    case 'on_sale':
      return `${toSentence(outcome.detail ?? causeTexts[outcome.because])} The article is left out from now on, so the next update takes the product off sale. Or try again now.`;
  }
}

/** Shopify's own messages mostly end without a full stop. */
const toSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const backByRunText =
  'It is left out from now on. Press “Always include” or “Back to the rules” to sell it again: the next update puts it on sale.';
const backByHandText =
  'It is left out from now on. Piecewise did not take it off sale, so only you can put it on sale, in Shopify.';

const causeTexts: Readonly<Record<StillOnSaleCause, string>> = {
  run_writing: 'An update has begun to put this product on sale and has not ended.',
  no_access: 'Shopify does not let the app in at the moment, so the product may still be on sale.',
  unreachable: 'Shopify did not answer, so the product may still be on sale.',
  refused: 'Shopify refused the request, so the product may still be on sale.',
  failed: 'Something went wrong on our side, so the product may still be on sale.',
  shown: 'Shopify took the change, but still shows the product on sale.',
};
