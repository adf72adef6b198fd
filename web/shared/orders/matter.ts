// One thing that waits for the merchant, as a row of Home.
import type {Brake, WaitingCost} from '#contract/approvals.ts';
import type {ProductMatch} from '#contract/matches.ts';

/** What the row's button does, or where it leads. */
export type NextAction =
  | {readonly kind: 'page'; readonly label: string; readonly href: string}
  /** A page of the Shopify admin. https://shopify.dev/docs/api/app-home/latest/apis/user-interface-and-interactions/navigation-api */
  | {readonly kind: 'shopify'; readonly label: string; readonly href: string}
  | {readonly kind: 'brake'; readonly brake: Brake}
  | {
      readonly kind: 'cost';
      readonly article: string;
      readonly articleId: WaitingCost['articleId'];
      readonly cost: number;
    }
  | {
      readonly kind: 'match';
      readonly article: string;
      readonly articleId: ProductMatch['articleId'];
      readonly title: string;
    }
  /** All products that wait are the articles they look like. */
  | {readonly kind: 'all-matches'; readonly count: number}
  | {readonly kind: 'images'};

export type Matter = {
  readonly key: string;
  readonly tone: 'critical' | 'warning' | 'info';
  readonly heading: string;
  readonly sentences: readonly string[];
  readonly actions: readonly NextAction[];
  /** The merchant may leave it as it is: it can be put away until it happens again. */
  readonly canBePutAway?: boolean;
};
