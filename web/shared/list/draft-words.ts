// The texts for each reason why an article is not on sale, and the page that settles it.

/** The texts for one reason why articles are not on sale. */
export type DraftReasonText = {
  readonly label: string;
  readonly text: string;
  /** The page that settles the reason for all its articles. */
  readonly href: string;
  /** The label of the link to the page. */
  readonly button: string;
};

/** The id of the section of Settings about prices on request, which the address of Settings may name. */
export const onRequestPlace = 'prices-on-request';

const pricingLink = {href: '/pricing', button: 'Open Pricing'};
/** The link to the list of the articles with this reason. */
const productsLink = (code: string) => ({href: `/products?show=held&reason=${code}`, button: 'Open on Products'});

const textsByCode: Readonly<Record<string, DraftReasonText>> = {
  price_invalid: {
    label: 'No usable price',
    text: 'The supplier states no price that can be used. Each update asks again. Leave out what should no longer wait.',
    ...productsLink('price_invalid'),
  },
  below_cost: {label: 'Price below cost', text: 'By your rules the price would not cover the cost.', ...pricingLink},
  below_floor: {
    label: 'Margin below your floor',
    text: 'The margin would be smaller than the one you set.',
    ...pricingLink,
  },
  no_rate: {label: 'No exchange rate', text: 'Your store sells in another currency than the supplier.', ...pricingLink},
  vat_missing: {
    label: 'VAT not set',
    text: 'The prices of your store include tax, and its rate is not set.',
    ...pricingLink,
  },
  cost_moved: {
    label: 'Cost moved by more than half',
    text: 'You use the new cost, and it goes back on sale, or you choose “Always leave out”.',
    href: '/decisions',
    button: 'Open To decide',
  },
  on_request: {
    label: 'Price on request',
    text: 'The stated price is only indicative. Say under Settings whether they are sold at it.',
    href: `/settings#${onRequestPlace}`,
    button: 'Open Settings',
  },
  no_stock_answer: {
    label: 'No details from the supplier',
    text: 'The supplier lists it and answers nothing about it. It is asked again every night. Leave out what should no longer wait.',
    ...productsLink('no_stock_answer'),
  },
  variants_gone: {
    label: 'No variant left',
    text: 'Every colour and size was taken off sale, or is no longer stated. Put variants on sale again on the page of the article.',
    ...productsLink('variants_gone'),
  },
  variants_impossible: {
    label: 'Too many variants',
    text: 'It has more variants than a product may have. Choose “Always leave out”, or wait until the supplier states fewer.',
    ...productsLink('variants_impossible'),
  },
  maybe_in_store: {
    label: 'May be in your store already',
    text: 'Say on Home whether the product in your store is this article.',
    href: '/',
    button: 'Open Home',
  },
};

/** The texts for a reason code; general texts for a code that this page does not know. */
export const draftReasonText = (code: string): DraftReasonText =>
  textsByCode[code] ?? {
    label: 'Another reason',
    text: 'Each article names its own.',
    href: '/products?show=held',
    button: 'Open on Products',
  };
