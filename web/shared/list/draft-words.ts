// What each reason for which an article is not on sale means, and the page that settles it.

export type DraftWord = {
  readonly label: string;
  readonly text: string;
  /** The page that settles it; each article has a page of its own besides. */
  readonly href: string;
  readonly button: string;
};

const toPricing = {href: '/pricing', button: 'Open Pricing'};
const toProducts = (code: string) => ({href: `/products?show=held&reason=${code}`, button: 'Open on Products'});

const words: Readonly<Record<string, DraftWord>> = {
  price_invalid: {
    label: 'No usable price',
    text: 'The supplier states no price that can be used. Each run asks again. Leave out what should no longer wait.',
    ...toProducts('price_invalid'),
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
  cost_moved: {
    label: 'Cost moved by more than half',
    text: 'You use the new cost, and it goes back on sale, or you leave it out by hand.',
    href: '/decisions',
    button: 'Open To decide',
  },
  on_request: {
    label: 'Price on request',
    text: 'The stated price is only indicative. Say under Settings whether they are sold at it.',
    href: '/settings',
    button: 'Open Settings',
  },
  no_stock_answer: {
    label: 'No details from the supplier',
    text: 'The supplier lists it and answers nothing about it. It is asked again every night. Leave out what should no longer wait.',
    ...toProducts('no_stock_answer'),
  },
  variants_gone: {
    label: 'No variant left',
    text: 'Every colour and size was taken off sale, or is no longer stated. Put variants on sale again on the page of the article.',
    ...toProducts('variants_gone'),
  },
  variants_impossible: {
    label: 'Too many variants',
    text: 'It has more variants than a product may have. Leave it out by hand, or wait until the supplier states fewer.',
    ...toProducts('variants_impossible'),
  },
  maybe_in_store: {
    label: 'May be in your store already',
    text: 'Say on Home whether the product in your store is this article.',
    href: '/',
    button: 'Open Home',
  },
};

export const draftWord = (code: string): DraftWord =>
  words[code] ?? {
    label: 'Another reason',
    text: 'Each article names its own.',
    href: '/products?show=held',
    button: 'Open on Products',
  };
