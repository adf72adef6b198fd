// What each reason to hold back an article means, and the page that settles it.

export type HeldWord = {
  readonly label: string;
  readonly text: string;
  /** Null: nothing has to be done here. */
  readonly href: string | null;
  readonly button: string;
};

const toPricing = {href: '/pricing', button: 'Open Pricing'};
const nothing = {href: null, button: ''};

const words: Readonly<Record<string, HeldWord>> = {
  price_invalid: {
    label: 'No usable price',
    text: 'The supplier states no price that can be used. Each run asks again.',
    ...nothing,
  },
  below_cost: {label: 'Price below cost', text: 'By your rules the price would not cover the cost.', ...toPricing},
  below_floor: {
    label: 'Margin below your floor',
    text: 'The margin would be smaller than the one you set.',
    ...toPricing,
  },
  no_rate: {label: 'No exchange rate', text: 'Your store sells in another currency than the supplier.', ...toPricing},
  vat_missing: {
    label: 'VAT not set',
    text: 'The prices of your store include tax, and its rate is not set.',
    ...toPricing,
  },
  cost_moved: {label: 'Cost moved by more than half', text: 'You approve the new cost, or refuse it.', ...nothing},
  on_request: {label: 'Price on request', text: 'The stated price is only indicative.', ...nothing},
  no_stock_answer: {
    label: 'No details from the supplier',
    text: 'The supplier lists it and answers nothing about it. It is asked again every night.',
    ...nothing,
  },
  variants_gone: {
    label: 'No variant left',
    text: 'Every colour and size was taken off sale, or is no longer stated.',
    ...nothing,
  },
  variants_impossible: {label: 'Too many variants', text: 'It has more variants than a product may have.', ...nothing},
  maybe_in_store: {
    label: 'May be in your store already',
    text: 'Say on Home whether the product in your store is this article.',
    href: '/',
    button: 'Open Home',
  },
};

export const heldWord = (code: string): HeldWord =>
  words[code] ?? {label: 'Another reason', text: 'Each article names its own.', ...nothing};
