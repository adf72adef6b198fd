import type {Sales} from '#contract/order-money.ts';
import type {Overview} from '#contract/overview.ts';
import {count, euros, money} from '../../text/format.ts';
import {
  addressOf,
  allOrders,
  counted,
  countNeedingYou,
  ordersNeedingYou,
  recentlyShippedOrders,
  unpaidOrders,
} from '../../text/words.ts';

type Figure = {
  readonly label: string;
  readonly value: string;
  readonly note: string;
  /** The page that lists what the figure counts. It may list more: unpaid orders not to be paid, other products. */
  readonly href: string;
};

type FiguresProps = {readonly overview: Overview; readonly sales: Sales | null};

/** Shown for a figure that is not known, or not loaded yet. */
const none = '–';

/** The store's figures; each leads to a list that contains what it counts. */
export function Figures({overview, sales}: FiguresProps) {
  return (
    <s-section accessibilityLabel="Your store in figures">
      <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr 1fr 1fr 1fr, 1fr 1fr" gap="small-200">
        {figuresOf(overview, sales).map(({label, value, note, href}) => (
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
      <s-stack gap="small-500">
        {besides(overview).map((sentence) => (
          <s-text key={sentence} color="subdued" fontSize="small">
            {sentence}
          </s-text>
        ))}
      </s-stack>
    </s-section>
  );
}

function figuresOf({listings, toPay, orders}: Overview, sales: Sales | null): readonly Figure[] {
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
      note: counted(toPay.count, 'dropship order'),
      href: addressOf(unpaidOrders),
    },
    {
      label: ordersNeedingYou.label,
      value: count(countNeedingYou(orders)),
      note: 'dropship orders',
      href: addressOf(ordersNeedingYou),
    },
    {
      label: 'Shipped',
      value: sales === null ? none : count(sales.shipped),
      note: 'in 30 days',
      href: addressOf(recentlyShippedOrders),
    },
    {label: 'Margin', value: marginOf(sales), note: 'of 30 days', href: addressOf(allOrders)},
  ];
}

function marginOf(sales: Sales | null): string {
  if (sales === null || sales.currency === null || sales.unknown === sales.orders) return none;
  return money(sales.margin, sales.currency);
}

/** A sentence for each group that is not on sale and not empty. */
function besides({listings: {drafts, held, retired, quarantined}}: Overview): readonly string[] {
  const parts = [
    [
      drafts,
      `${counted(drafts, 'product is a draft', 'products are drafts')} or archived in your store: kept up to date, and not on sale.`,
    ],
    [held, `${counted(held, 'product is', 'products are')} not on sale; To decide says why.`],
    [
      retired,
      `${counted(retired, 'product is', 'products are')} retired: no longer chosen, or no longer at the supplier.`,
    ],
    [quarantined, `${counted(quarantined, 'article', 'articles')} could not be used.`],
  ] as const;
  return parts.filter(([number]) => number > 0).map(([, sentence]) => sentence);
}
