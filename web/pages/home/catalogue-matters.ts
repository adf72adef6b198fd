// The rows of Home about what waits for the merchant besides orders and webhooks: keys, prices, brakes, costs, matches, images, options,
// sizes that are not stated, countries, the fulfilment service.
import type {Brake} from '#contract/approvals.ts';
import type {Connection} from '#contract/connection.ts';
import type {Overview} from '#contract/overview.ts';
import type {Matter} from '../../shared/orders/matter.ts';
import {placeOfCountries, profileLink, unservedText} from '../../shared/orders/unserved-words.ts';
import {brakeTexts} from '../../shared/runs/brake-texts.ts';
import {count, euros, joinNames} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';

/** One row for each brake that waits, in the order given. */
export const brakeMatters = (brakes: readonly Brake[]): readonly Matter[] =>
  brakes.map((brake) => ({
    key: `brake-${brake.id}`,
    tone: 'warning',
    heading: brakeTexts[brake.kind].heading(count(brake.articles), brake.articles),
    sentences: [brake.reason, productNamesText(brake)],
    actions: [{kind: 'brake', brake}],
  }));

/** The names of a brake's first products, and how many more there are. */
const productNamesText = ({sample, articles}: Brake): string =>
  `${joinNames(
    sample.map(({articleId, name}) => name || articleId),
    articles - sample.length,
  )}.`;

/**
 * Rows about supplier keys. Missing keys come first, because no run starts without both; then the dropship key, because no order is sent
 * without it.
 */
export function keyMatters({catalogue, dropship}: Connection): readonly Matter[] {
  const keys = {catalogue, dropship};
  return [
    ...absentKeysMatter((['catalogue', 'dropship'] as const).filter((name) => keys[name].state === 'absent')),
    ...keyMatter('dropship', dropship.state),
    ...keyMatter('catalogue', catalogue.state),
  ];
}

/** The row about keys that are not connected, as a list of one; empty: both are. */
function absentKeysMatter(absent: readonly (keyof typeof absentKeyTexts)[]): readonly Matter[] {
  const [first] = absent;
  if (first === undefined) return [];
  return [
    {
      key: absentKeysMatterKey,
      tone: 'warning',
      heading: absent.length === 1 ? `Connect your ${first} key` : 'Connect your two keys',
      sentences: [
        absent.length === 1
          ? absentKeyTexts[first]
          : 'The supplier gives them to you. Before that, Piecewise can neither read the catalogue nor send an order.',
      ],
      actions: [
        {kind: 'page', label: absent.length === 1 ? 'Connect the key' : 'Connect the keys', href: connectionPage},
      ],
    },
  ];
}

/** The `key` of the row about keys that are not connected. */
export const absentKeysMatterKey = 'connect-keys';

const connectionPage = '/settings/connection';

const absentKeyTexts = {
  dropship: 'Without it no order is sent to the supplier, and no update starts.',
  catalogue: 'Without it nothing is read from the supplier’s catalogue, and no update starts.',
} as const;

type KeyState = Connection['dropship']['state'];

const lostKeyTexts = {
  dropship: 'New orders wait here until you enter a new key. None of them is lost.',
  catalogue: 'Products stay as they are, but nothing new is read until you enter a new key.',
} as const;

/** The row about a key that the supplier refuses or that cannot be decrypted, as a list of one; empty: the key is neither. */
function keyMatter(name: keyof typeof lostKeyTexts, state: KeyState): readonly Matter[] {
  if (state !== 'rejected' && state !== 'unreadable') return [];
  const isRejected = state === 'rejected';
  return [
    {
      key: `${name}-key`,
      tone: 'critical',
      heading: isRejected
        ? `The supplier no longer accepts your ${name} key`
        : `Your ${name} key has to be entered again`,
      sentences: [
        isRejected ? 'Ask the supplier for a new key and enter it.' : 'The stored one can no longer be read.',
        lostKeyTexts[name],
      ],
      actions: [{kind: 'page', label: 'Replace the key', href: connectionPage}],
    },
  ];
}

/** The row about missing prices: without an exchange rate or VAT products are not on sale. Shown once something is chosen. */
export function priceMatter({missingForPrices, chosen}: Overview): Matter | null {
  if (missingForPrices === null || !chosen) return null;
  return {
    key: 'prices',
    tone: 'warning',
    heading: 'No price can be calculated',
    sentences: [missingForPrices, 'Until then products are drafts and not on sale.'],
    actions: [{kind: 'page', label: 'Set the prices', href: '/pricing'}],
  };
}

/** The row about products that are off sale because their cost changed too much; null: there are none. */
export function costMatter({costs: {count: number, first}}: Pick<Overview, 'costs'>): Matter | null {
  if (first === null) return null;
  const article = first.name || first.articleId;
  const heading = `${countNoun(number, 'product is', 'products are')} off sale because the cost changed too much`;
  const common = {key: 'cost', tone: 'warning', heading} as const;
  if (first.to === null) {
    const asked = `The supplier states no price for ${article} at the moment. The next update asks for it again.`;
    return {...common, sentences: [asked], actions: [{kind: 'page', label: 'To the updates', href: '/runs'}]};
  }
  const before = first.from === null ? '' : ` instead of ${euros(first.from)}`;
  return {
    ...common,
    sentences: [
      `${article} now costs ${euros(first.to)}${before}. With the new cost it gets a new price and goes back on sale.`,
      ...(number > 1 ? ['All of them are under “To decide”.'] : []),
    ],
    actions: [
      {kind: 'cost', article, articleId: first.articleId, cost: first.to},
      ...(number > 1 ? [{kind: 'page', label: 'See all of them', href: '/decisions'} as const] : []),
    ],
  };
}

const adminProductAddress = (gid: string): string => `shopify://admin/products/${gid.split('/').at(-1)}`;

/** The row about products of the store that may be an article already: the merchant links them, or a run makes new products. */
export function matchMatter({matches: {count: number, first}}: Pick<Overview, 'matches'>): Matter | null {
  if (first === null) return null;
  const {articleId, productGid, title, foundBy} = first;
  const article = first.name || articleId;
  const why = foundBy === 'sku' ? 'the SKU and the vendor of' : 'a tag that only belongs to';
  return {
    key: 'matches',
    tone: 'warning',
    heading: `${countNoun(number, 'product')} of your store may be an article already`,
    sentences: [
      `“${title}” has ${why} ${article}. Until you decide, ${article} is not imported.`,
      ...(number > 1 ? ['The others follow one by one.'] : []),
    ],
    actions: [
      {kind: 'match', article, articleId, title},
      {kind: 'shopify', label: 'Open the product in Shopify', href: adminProductAddress(productGid)},
      ...(number > 1 ? [{kind: 'all-matches', count: number} as const] : []),
    ],
  };
}

/** The row about images that Shopify could not take; null: there are none. */
export function imageMatter({failedImages}: Pick<Overview, 'failedImages'>): Matter | null {
  const {count: number, reason} = failedImages;
  if (number === 0) return null;
  return {
    key: 'images',
    tone: 'warning',
    heading: `${countNoun(number, 'image')} could not be put into your store`,
    sentences: [
      ...(reason === null ? [] : [`The reason for the first one: ${reason}`]),
      'The products are in your store without them.',
    ],
    actions: [{kind: 'images'}, {kind: 'page', label: 'See which', href: '/decisions'}],
  };
}

/**
 * The row about options that the merchant defined and the supplier now states itself. They may stay, so the row can be put away until the
 * set of such lists changes.
 */
export function overruledMatter({
  overruledOptions: {count: number, first, digest},
}: Pick<Overview, 'overruledOptions'>): Matter | null {
  if (first === null) return null;
  const article = first.name || first.articleId;
  return {
    key: `overruled-options-${digest}`,
    tone: 'info',
    heading: `The supplier now states the options of ${countNoun(number, 'article')} itself`,
    sentences: [
      `What you defined for ${joinNames([article], number - 1)} is not used. It counts again if the supplier states none.`,
    ],
    actions: [{kind: 'page', label: 'Look at them', href: '/decisions'}],
    canBePutAway: true,
  };
}

/** The row about articles whose orders would ask for a size or a colour; null: there are none, or none is in the store. */
export function unansweredMatter({unanswered: {sizes, colours}, listings}: Overview): Matter | null {
  if (sizes + colours === 0 || listings.active === 0) return null;
  const asked = [
    ...(sizes > 0 ? [{number: sizes, word: 'size'}] : []),
    ...(colours > 0 ? [{number: colours, word: 'colour'}] : []),
  ];
  const words = asked.map(({word}) => word);
  return {
    key: 'unanswered',
    tone: 'warning',
    heading: asked
      .map(({number, word}) => `${countNoun(number, 'article states', 'articles state')} no ${word}`)
      .join(', '),
    sentences: [
      `An order of one waits until you say its ${words.join(' or ')}. Answered once, orders go on by themselves.`,
    ],
    actions: words.map((word) => ({
      kind: 'page',
      label: words.length === 1 ? 'Say how they are ordered' : `Say the ${word}s`,
      href: `/products?show=no-${word}`,
    })),
  };
}

/** The row about countries that the store sells to and the supplier does not deliver to; null: none are known. */
export function countryMatter(overview: Pick<Overview, 'unserved' | 'country' | 'unservedCheckout'>): Matter | null {
  const words = unservedText(overview);
  if (words === null) return null;
  const {unservedCheckout: checkout} = overview;
  return {
    key: 'countries',
    tone: 'info',
    ...words,
    actions: [...(checkout === 'by_zones' ? [profileLink] : []), {kind: 'shopify', ...placeOfCountries(checkout)}],
  };
}

/** The row about a fulfilment service that is not as the merchant wants it; null: nothing hinders it. */
export function serviceMatter({
  fulfilmentService: {said, refused},
}: Pick<Overview, 'fulfilmentService'>): Matter | null {
  if (said === null && refused === 0) return null;
  const refusedText = `Shopify refuses to move ${countNoun(refused, 'variant')}. Piecewise tries again once a day.`;
  return {
    key: 'fulfilment-service',
    tone: 'warning',
    heading: 'Orders requested in Shopify: something hinders them',
    sentences: [...(said === null ? [] : [said]), ...(refused === 0 ? [] : [refusedText])],
    actions: [{kind: 'page', label: 'Look at it', href: '/settings/fulfilment'}],
  };
}
