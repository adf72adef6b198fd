import type {Sales} from '#contract/order-money.ts';
import type {Overview} from '#contract/overview.ts';
import {count, euros, money, notKnownMark} from '../../text/format.ts';
import {
  allOrders,
  ordersNeedingYou,
  orderViewAddress,
  recentlyShippedOrders,
  unpaidOrders,
} from '../../text/order-list.ts';
import {countNoun} from '../../text/words.ts';

/** One figure of Home. */
type Figure = {
  readonly label: string;
  readonly value: string;
  readonly note: string;
  /** The page that lists what the figure counts; it may list more, such as unpaid orders that must not be paid. */
  readonly href: string;
};

type FiguresProps = {readonly overview: Overview; readonly sales: Sales | null};

/** The store's figures; each leads to a list that contains what it counts. */
export function Figures({overview, sales}: FiguresProps) {
  return (
    <s-section accessibilityLabel="Your store in figures">
      <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr 1fr 1fr 1fr, 1fr 1fr" gap="small-200">
        {toFigures(overview, sales).map(({label, value, note, href}) => (
          <s-clickable
            key={label}
            href={href}
            {...(href.startsWith('shopify:') ? {target: '_top'} : {})}
            padding="small-200"
            borderRadius="base"
          >
            <s-stack gap="small-400">
              <s-text color="subdued">{label}</s-text>
              <s-text fontSize="large-100" type="strong" fontVariantNumeric="tabular-nums">
                {value}
              </s-text>
              <s-text color="subdued" fontSize="small">
                {note}
              </s-text>
            </s-stack>
          </s-clickable>
        ))}
      </s-grid>
      <s-stack gap="small-200">
        <s-stack gap="small-500">
          {notOnSaleSentences(overview).map((sentence) => (
            <s-text key={sentence} color="subdued" fontSize="small">
              {sentence}
            </s-text>
          ))}
        </s-stack>
        <s-stack direction="inline" gap="small-200">
          {overview.listings.held > 0 && (
            <s-button href="/decisions">
              {`See why ${countNoun(overview.listings.held, 'product is', 'products are')} not on sale`}
            </s-button>
          )}
          {overview.listings.ownDrafts > 0 && (
            <s-button href="/products?show=drafts">
              {`Publish ${countNoun(overview.listings.ownDrafts, 'draft')} that Piecewise made`}
            </s-button>
          )}
        </s-stack>
      </s-stack>
    </s-section>
  );
}

function toFigures({listings, toPay, needsYou}: Overview, sales: Sales | null): readonly Figure[] {
  return [
    {
      label: 'On sale',
      value: count(listings.active - listings.drafts),
      note: 'products kept up to date',
      href: 'shopify://admin/products',
    },
    {
      label: 'To pay',
      value: euros(toPay.cents),
      note: countNoun(toPay.count, 'dropship order'),
      href: orderViewAddress(unpaidOrders),
    },
    {
      label: ordersNeedingYou.label,
      value: count(needsYou),
      note: needsYou === 1 ? 'dropship order' : 'dropship orders',
      href: orderViewAddress(ordersNeedingYou),
    },
    {
      label: 'Shipped',
      value: sales === null ? notKnownMark : count(sales.shipped),
      note: 'in 30 days',
      href: orderViewAddress(recentlyShippedOrders),
    },
    {label: 'Margin', value: marginText(sales), note: 'of 30 days', href: orderViewAddress(allOrders)},
  ];
}

/** The margin of the last thirty days, or a dash where it is known of no order. */
function marginText(sales: Sales | null): string {
  if (sales === null || sales.currency === null || sales.unknown + sales.ended === sales.orders) return notKnownMark;
  return money(sales.margin, sales.currency);
}

/** One sentence for each group of products or articles that is not on sale, not empty, and without a link of its own. */
function notOnSaleSentences({listings: {drafts, retired, quarantined}}: Overview): readonly string[] {
  const parts = [
    [
      drafts,
      `${countNoun(drafts, 'product is a draft', 'products are drafts')} or archived in your store: kept up to date, and not on sale.`,
    ],
    [
      retired,
      `${countNoun(retired, 'product was', 'products were')} taken off sale: by you, no longer chosen, or no longer at the supplier.`,
    ],
    [quarantined, `${countNoun(quarantined, 'article', 'articles')} could not be used.`],
  ] as const;
  return parts.filter(([number]) => number > 0).map(([, sentence]) => sentence);
}
