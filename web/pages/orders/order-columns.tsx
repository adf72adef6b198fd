import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {ArticlePicture} from '../../shared/list/article-picture.tsx';
import type {Column} from '../../shared/list/index-table.tsx';
import {useIsNarrow} from '../../shared/list/narrow-screen.ts';
import {lacksCheckout} from '../../shared/orders/checkout-button.tsx';
import {DutyIcon} from '../../shared/orders/delivery-notes.tsx';
import {LossWarning, useLossSuffix} from '../../shared/orders/loss-warning.tsx';
import {Margin, OrderState, SupplierReference, totalCostText} from '../../shared/orders/order-cells.tsx';
import {PaidButton} from '../../shared/orders/paid-button.tsx';
import {usePaidPending} from '../../shared/orders/paying.ts';
import {ReasonLink} from '../../shared/orders/reason-link.tsx';
import {rowAttribute} from '../../shared/orders/row-focus.ts';
import {euros} from '../../text/format.ts';
import {endedOrders} from '../../text/order-list.ts';
import {countNoun, dropshipStateBadges} from '../../text/words.ts';
import {ageSorts, amountSorts, dateSorts, marginSorts} from './order-sort-options.ts';
import {Country, OrderedArticle, OrderedDay} from './row-cells.tsx';

type OrderProps = {readonly order: DropshipOrder};

/** The columns of the order list. @param failureOf why the last action on several orders was not done to this one. */
export const orderColumns = (
  now: Date,
  failureOf: (orderId: string) => string | null,
): readonly Column<DropshipOrder>[] => [
  {
    heading: 'Order',
    listSlot: 'primary',
    renderCell: (order) => <OrderName order={order} />,
    renderHeadingCell: headings.order,
  },
  {
    heading: 'Date',
    sorts: dateSorts,
    renderCell: (order) => <OrderedDay order={order} />,
    renderHeadingCell: headings.date,
  },
  {
    heading: 'Article',
    listSlot: 'secondary',
    renderCell: (order) => <OrderedArticle order={order} failure={failureOf(order.id)} />,
    renderHeadingCell: headings.lines,
  },
  {
    heading: 'To',
    renderHeadingCell: headings.countries,
    renderCell: (order) => (
      <s-grid gridTemplateColumns="auto auto" gap="small-400" justifyContent="start">
        <Country order={order} />
        <DutyIcon order={order} />
      </s-grid>
    ),
  },
  {
    heading: 'State',
    sorts: ageSorts,
    renderHeadingCell: headings.states,
    renderCell: (order) => <OrderState order={order} now={now} isInRow />,
  },
  {
    heading: 'Cost',
    format: 'currency',
    sorts: amountSorts,
    renderCell: totalCostText,
    renderHeadingCell: headings.cost,
  },
  {
    heading: 'Margin',
    format: 'currency',
    sorts: marginSorts,
    renderCell: (order) => <Margin order={order} isInRow />,
    renderHeadingCell: headings.margin,
  },
  {
    heading: 'At the supplier',
    renderCell: (order) => <OrderPayment order={order} />,
    renderHeadingCell: headings.atSupplier,
  },
];

/** The texts without repetitions. */
const distinct = (texts: readonly string[]): string => [...new Set(texts)].join(', ');

/** What the lines cost together, without those that ended; a dash if that is not known of one of them. */
function sumText(orders: readonly DropshipOrder[]): string {
  const charged = orders.filter(({state}) => !endedOrders.states.includes(state));
  const costs = charged.map(({price, quantity, fee}) =>
    price === null || fee === null ? null : price * quantity + fee,
  );
  return costs.includes(null) ? '–' : euros(costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0));
}

type Lines = readonly DropshipOrder[];

/** The cells of the row that heads the lines of one store order. */
const headings = {
  order: ([order]: Lines) => <s-text type="strong">{order?.orderName}</s-text>,
  date: ([order]: Lines) => order !== undefined && <OrderedDay order={order} />,
  // A line that was replaced or placed again has several dropship orders.
  lines: (orders: Lines) => (
    <s-text color="subdued">{countNoun(new Set(orders.map(({lineGid}) => lineGid)).size, 'line')}</s-text>
  ),
  countries: (orders: Lines) => (
    <s-stack gap="small-500">
      {[...new Map(orders.map((order) => [order.country, order])).values()].map((order) => (
        <Country key={order.id} order={order} />
      ))}
    </s-stack>
  ),
  states: (orders: Lines) => (
    <s-box maxInlineSize="160px">
      <s-text color="subdued">{distinct(orders.map(({state}) => dropshipStateBadges[state].label))}</s-text>
    </s-box>
  ),
  cost: sumText,
  margin: ([order]: Lines) => order !== undefined && <Margin order={order} isInRow />,
  atSupplier: (orders: Lines) => (
    <s-text color="subdued">{countNoun(orders.filter(({ref}) => ref !== null).length, 'order')}</s-text>
  ),
};

/** The name of the order. The keyboard shortcuts of the list move the focus to it. */
function OrderName({order: {id, picture, orderName, articleName, generation}}: OrderProps) {
  // A long name breaks, so that one alone does not make the whole table too wide.
  const maxWidth = useIsNarrow() ? '160px' : '80px';
  return (
    <s-grid gridTemplateColumns="32px 1fr" gap="small-200" alignItems="center">
      <ArticlePicture picture={picture} />
      <div tabIndex={-1} {...{[rowAttribute]: id}} style={{borderRadius: '4px', outlineOffset: '2px'}}>
        <span style={{display: 'block', width: 'max-content', maxWidth, overflowWrap: 'anywhere'}}>
          <s-link id={`open-${id}`} href={`/orders/${id}`} accessibilityLabel={`Open ${orderName}, ${articleName}`}>
            {orderName}
          </s-link>
        </span>
        {generation > 1 && <s-paragraph color="subdued">Placed again, no. {generation}</s-paragraph>}
      </div>
    </s-grid>
  );
}

/**
 * What is paid at the supplier. Its column is as wide as two buttons, so that the article has the rest; sentences in it keep that width
 * too.
 */
function OrderPayment({order}: OrderProps) {
  const isNarrow = useIsNarrow();
  const willBePaid = usePaidPending(order.id) !== null;
  const despite = useLossSuffix(order);
  const isUnpaid = order.state === 'awaiting_payment';
  const buttons = (
    <>
      <SupplierReference order={order} isInRow />
      <ReasonLink order={order} />
      {isUnpaid && (willBePaid || !order.doNotPay) && <PaidButton order={order} />}
    </>
  );
  // The two buttons of a usual unpaid order always have room on one line; those that say that money is lost have not.
  const isWithheld = lacksCheckout(order);
  const isPair = isUnpaid && !order.doNotPay && despite === '' && !isWithheld;
  return (
    <div style={isNarrow ? {} : {maxWidth: '160px', ...(isWithheld ? {minWidth: '150px'} : {})}}>
      <s-stack gap="small-400">
        {isPair ? (
          <s-grid
            gridTemplateColumns="@container (inline-size > 490px) auto auto, auto"
            gap="small-300"
            alignItems="center"
            justifyContent="start"
          >
            {buttons}
          </s-grid>
        ) : (
          // Why there is no link takes the whole width, above the button.
          <s-stack
            direction={isWithheld ? 'block' : 'inline'}
            gap="small-300"
            alignItems={isWithheld ? 'start' : 'center'}
          >
            {buttons}
          </s-stack>
        )}
        {isUnpaid && <LossWarning order={order} isAnswered={willBePaid} />}
      </s-stack>
    </div>
  );
}
