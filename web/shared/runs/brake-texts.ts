import type {Brake} from '#contract/approvals.ts';

/** The texts of a brake. `count` is the number of products as text, `articles` the same as a number. */
type BrakeTexts = {
  readonly heading: (count: string, articles: number) => string;
  readonly release: {
    readonly button: string;
    /** The button for some of them. */
    readonly these: (count: string) => string;
    readonly question: (count: string, articles: number) => string;
    readonly done: string;
  };
  readonly discard: {readonly button: string; readonly done: string};
};

const productCount = (count: string, articles: number): string => `${count} ${articles === 1 ? 'product' : 'products'}`;

const offSaleTexts: BrakeTexts = {
  heading: (count, articles) => `An update stopped before it took ${productCount(count, articles)} off sale`,
  release: {
    button: 'Take them off sale',
    these: (count) => `Take these ${count} off sale`,
    question: (count, articles) =>
      `${productCount(count, articles)} can no longer be bought in your store. They are not deleted, and come back by themselves when the reason is gone.`,
    done: 'They are taken off sale.',
  },
  discard: {button: 'Keep them on sale', done: 'They stay on sale.'},
};

/** The texts of a brake by its kind: what it stopped, and the effect of both decisions. */
export const brakeTexts: Readonly<Record<Brake['kind'], BrakeTexts>> = {
  retire: offSaleTexts,
  hold: offSaleTexts,
  cost: {
    heading: (count, articles) => `An update stopped before it changed the prices of ${productCount(count, articles)}`,
    release: {
      button: 'Use the new costs',
      these: (count) => `Use the new costs of these ${count}`,
      question: (count, articles) =>
        `${productCount(count, articles)} get the price that the supplier’s new cost makes.`,
      done: 'Their prices follow the new costs.',
    },
    discard: {
      button: 'Keep the old prices',
      done: 'They keep their prices until the supplier changes the costs again.',
    },
  },
  variants: {
    heading: (count, articles) => `An update stopped before it removed variants of ${productCount(count, articles)}`,
    release: {
      button: 'Remove the variants',
      these: (count) => `Remove variants of these ${count}`,
      question: (count, articles) =>
        `${productCount(count, articles)} lose the colours or sizes that the supplier no longer states.`,
      done: 'The variants are removed.',
    },
    discard: {button: 'Keep the variants', done: 'They keep their variants.'},
  },
};
