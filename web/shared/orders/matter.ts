// The rows of Home: each is one matter that waits for the merchant.
import type {Brake, WaitingCost} from '#contract/approvals.ts';
import type {ProductMatch} from '#contract/matches.ts';

/** What a button of the row does, or the page it opens. */
export type NextAction =
  | {readonly kind: 'page'; readonly label: string; readonly href: string}
  /** A page of the Shopify admin. https://shopify.dev/docs/api/app-home/latest/apis/user-interface-and-interactions/navigation-api */
  | {readonly kind: 'shopify'; readonly label: string; readonly href: string}
  | {readonly kind: 'brake'; readonly brake: Brake}
  | {
      readonly kind: 'cost';
      /** The name of the article. */
      readonly article: string;
      readonly articleId: WaitingCost['articleId'];
      /** The cost to approve, in euro cents. */
      readonly cost: number;
    }
  | {
      readonly kind: 'match';
      /** The name of the article. */
      readonly article: string;
      readonly articleId: ProductMatch['articleId'];
      /** The title of the product. */
      readonly title: string;
    }
  /** Links all products that wait to the articles they look like. */
  | {readonly kind: 'all-matches'; readonly count: number}
  | {readonly kind: 'images'};

/** A matter that waits for the merchant, as a row of Home. `key` is unique among the rows. */
export type Matter = {
  readonly key: string;
  readonly tone: 'critical' | 'warning' | 'info';
  readonly heading: string;
  readonly sentences: readonly string[];
  /** What a program said of it, folded away: for whoever is asked for help. */
  readonly details?: string;
  readonly actions: readonly NextAction[];
  /** Whether the merchant may leave the matter as it is and put it away until it happens again. */
  readonly canBePutAway?: boolean;
};
