import {Navigate, useSearchParams} from 'react-router';
import {ordersQuestion} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {FromShopify, numberIn} from '../../shared/page/from-shopify.tsx';
import {Loading} from '../../shared/page/loading.tsx';
import {allOrders, ordersAddress} from '../../text/words.ts';

/** Where "More actions" on an order's page in the Shopify admin leads (web/extensions/order-link): the store order's dropship orders. */
export function Page() {
  const [query] = useSearchParams();
  const number = numberIn(query, 'Order');
  return number === null ? <FromShopify what="order" number={null} /> : <Orders number={number} />;
}

function Orders({number}: {number: string}) {
  const store = `gid://shopify/Order/${number}`;
  const asked = {view: allOrders, search: '', store};
  const found = useRemote(ordersQuestion({...asked, cursor: null}));
  if (found.value === null) {
    return (
      <s-page heading="Order">
        <s-section accessibilityLabel="The order">
          <Loading what="this order" remote={found} height="320px" />
        </s-section>
      </s-page>
    );
  }
  const [first, ...others] = found.value.orders;
  if (first === undefined) return <FromShopify what="order" number={number} />;
  return <Navigate replace to={others.length === 0 ? `/orders/${first.id}` : ordersAddress(asked)} />;
}
