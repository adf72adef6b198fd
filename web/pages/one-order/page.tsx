import {useParams} from 'react-router';
import type {DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {orderQuery} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {articleAddress} from '../../shared/list/article-address.ts';
import {Loading, StaleSection} from '../../shared/page/loading.tsx';
import {PausedBanner} from '../../shared/page/paused-banner.tsx';
import {adminOrderAddress} from '../../text/words.ts';
import {BuyerRefundSection} from './buyer-refund.tsx';
import {DeliverySection} from './delivery-section.tsx';
import {MoneySection} from './money-section.tsx';
import {OrderActions} from './order-actions.tsx';
import {OrderFacts, SiblingOrders} from './order-facts.tsx';
import {OrderHistory} from './order-history.tsx';

/** The page of one dropship order: its state, actions and history. */
export function Page() {
  const {id = ''} = useParams();
  const order = useRemote(orderQuery(id));
  return (
    <s-page heading={order.value === null ? 'Order' : `Order ${order.value.orderName}`}>
      <s-link slot="breadcrumb-actions" href="/orders">
        Orders
      </s-link>
      {order.value === null ? (
        <s-section accessibilityLabel="The order">
          <Loading what="this order" remote={order} height="480px" list={{label: 'Orders', href: '/orders'}} />
        </s-section>
      ) : (
        <>
          <s-stack gap="base">
            <PausedBanner of={order.value} />
            <StaleSection what="this order" remote={order} />
            <LoadedOrder key={id} order={order.value} now={order.loadedAt} />
          </s-stack>
          <s-box slot="aside">
            <s-stack gap="base">
              <DeliverySection key={id} order={order.value} />
              <SiblingOrders order={order.value} />
              <ElsewhereSection order={order.value} />
            </s-stack>
          </s-box>
        </>
      )}
    </s-page>
  );
}

function LoadedOrder({order, now}: {order: DropshipOrderDetail; now: Date}) {
  return (
    <>
      <OrderFacts order={order} now={now} />
      <OrderActions order={order} />
      <BuyerRefundSection order={order} />
      <MoneySection orderGid={order.orderGid} isRead={order.storeOrder !== null} />
      <OrderHistory order={order} />
    </>
  );
}

/** Links to the article's page and to the store order in Shopify. */
function ElsewhereSection({order: {articleId, orderGid}}: {order: DropshipOrderDetail}) {
  const inShopify = adminOrderAddress(orderGid);
  return (
    <s-stack direction="inline" gap="small-200">
      <s-button href={articleAddress(articleId)}>Open the article</s-button>
      {inShopify !== null && (
        <s-button href={inShopify} target="_top">
          Open the order in Shopify
        </s-button>
      )}
    </s-stack>
  );
}
