import {useParams} from 'react-router';
import type {DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {orderQuestion} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {articleAddress} from '../../shared/list/article-address.ts';
import {Loading, StaleSection} from '../../shared/page/loading.tsx';
import {PausedBanner} from '../../shared/page/paused-banner.tsx';
import {adminOrderAddress} from '../../text/words.ts';
import {DeliverySection} from './delivery-section.tsx';
import {OrderActions} from './order-actions.tsx';
import {OrderFacts, Siblings} from './order-facts.tsx';
import {OrderHistory} from './order-history.tsx';

/** One dropship order: its state, actions and history. */
export function Page() {
  const {id = ''} = useParams();
  const order = useRemote(orderQuestion(id));
  return (
    <s-page heading={order.value === null ? 'Order' : `Order ${order.value.orderName}`}>
      <s-link slot="breadcrumb-actions" href="/orders">
        Orders
      </s-link>
      {order.value === null ? (
        <s-section accessibilityLabel="The order">
          <Loading what="this order" remote={order} height="480px" />
        </s-section>
      ) : (
        <s-stack gap="base">
          <PausedBanner of={order.value} />
          <StaleSection what="this order" remote={order} />
          <Known key={id} order={order.value} now={order.at} />
        </s-stack>
      )}
    </s-page>
  );
}

function Known({order, now}: {order: DropshipOrderDetail; now: Date}) {
  const inShopify = adminOrderAddress(order.orderGid);
  return (
    <>
      <OrderFacts order={order} now={now} />
      <OrderActions order={order} />
      <DeliverySection order={order} />
      <Siblings order={order} />
      <OrderHistory order={order} />
      <s-stack direction="inline" gap="small-200">
        <s-button href={articleAddress(order.articleId)}>Open the article</s-button>
        {inShopify !== null && (
          <s-button href={inShopify} target="_top">
            Open the order in Shopify
          </s-button>
        )}
      </s-stack>
    </>
  );
}
