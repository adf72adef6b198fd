import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {ArticlePicture} from '../../shared/list/article-picture.tsx';
import type {Column} from '../../shared/list/index-table.tsx';
import {DutyMark} from '../../shared/orders/delivery-notes.tsx';
import {LossWarning} from '../../shared/orders/loss-warning.tsx';
import {AtTheSupplier, detailsOf, Margin, OrderState, totalOf} from '../../shared/orders/order-cells.tsx';
import {OrderFlags} from '../../shared/orders/order-flags.tsx';
import {PaidButton} from '../../shared/orders/paid-button.tsx';
import {usePaidPending} from '../../shared/orders/paying.ts';
import {ReasonLink} from '../../shared/orders/reason-link.tsx';
import {rowAttribute} from '../../shared/orders/row-focus.ts';
import {countryName, dayOf} from '../../text/format.ts';

type OrderProps = {readonly order: DropshipOrder};

/** @param failureOf why the last action on several orders was not done to this one. */
export const orderColumns = (
  now: Date,
  failureOf: (orderId: string) => string | null,
): readonly Column<DropshipOrder>[] => [
  {heading: 'Order', listSlot: 'primary', renderCell: (order) => <Name order={order} />},
  {heading: 'Ordered', renderCell: ({orderedAt}) => <s-text color="subdued">{dayOf(orderedAt)}</s-text>},
  {heading: 'Article', listSlot: 'secondary', renderCell: (order) => <OrderedArticle order={order} />},
  {
    heading: 'Ships to',
    renderCell: (order) => (
      <s-stack direction="inline" gap="small-400">
        <s-text>{order.country === null ? 'No address' : countryName(order.country)}</s-text>
        <DutyMark zone={order.zone} id={order.id} />
      </s-stack>
    ),
  },
  {
    heading: 'State',
    renderCell: (order) => (
      <s-box maxInlineSize="220px">
        <s-stack gap="small-300">
          <OrderState order={order} now={now} isInRow />
          <OrderFlags order={order} />
          {failureOf(order.id) !== null && <s-text tone="critical">Not done: {failureOf(order.id)}</s-text>}
        </s-stack>
      </s-box>
    ),
  },
  {heading: 'Cost', format: 'currency', renderCell: totalOf},
  {heading: 'Margin', format: 'currency', renderCell: (order) => <Margin order={order} isInRow />},
  {heading: 'At the supplier', renderCell: (order) => <Payment order={order} />},
];

/** The keys of the list move the focus to the name. */
const Name = ({order: {id, picture, orderName, articleName, generation}}: OrderProps) => (
  <s-grid gridTemplateColumns="32px 1fr" gap="small-200" alignItems="center">
    <ArticlePicture picture={picture} />
    <div tabIndex={-1} {...{[rowAttribute]: id}} style={{borderRadius: '4px', outlineOffset: '2px'}}>
      <s-box minInlineSize="48px">
        <s-paragraph lineClamp={1}>
          <s-link id={`open-${id}`} href={`/orders/${id}`} accessibilityLabel={`Open ${orderName}, ${articleName}`}>
            {orderName}
          </s-link>
        </s-paragraph>
        {generation > 1 && <s-text color="subdued">Placed again, no. {generation}</s-text>}
      </s-box>
    </div>
  </s-grid>
);

const OrderedArticle = ({order}: OrderProps) => (
  <s-stack gap="small-500">
    <s-box minInlineSize="120px" maxInlineSize="220px">
      <s-paragraph lineClamp={1}>
        <s-text dir="auto">{order.articleName}</s-text> <s-text color="subdued">{detailsOf(order)}</s-text>
      </s-paragraph>
    </s-box>
    {order.taken.map(({what, text}) => (
      <s-text key={what} color="subdued">
        {text}
      </s-text>
    ))}
  </s-stack>
);

function Payment({order}: OrderProps) {
  const willBePaid = usePaidPending(order.id) !== null;
  const isUnpaid = order.state === 'awaiting_payment';
  return (
    <s-stack gap="small-400">
      <s-grid
        gridTemplateColumns="@container (inline-size > 490px) auto auto, auto"
        gap="small-300"
        alignItems="center"
        justifyContent="start"
      >
        <AtTheSupplier order={order} isInRow />
        <ReasonLink order={order} />
        {isUnpaid && (willBePaid || !order.doNotPay) && <PaidButton order={order} />}
      </s-grid>
      {isUnpaid && <LossWarning order={order} isAnswered={willBePaid} />}
    </s-stack>
  );
}
