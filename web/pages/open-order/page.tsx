import {Navigate, useSearchParams} from 'react-router';
import {ordersQuery} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {NothingForLink, readAdminNumber} from '../../shared/page/from-shopify.tsx';
import {Loading} from '../../shared/page/loading.tsx';
import {allOrders, ordersAddress} from '../../text/order-list.ts';

/**
 * Opens from "More actions" on an order's page in the Shopify admin (web/extensions/order-link) and redirects to the store order's dropship
 * orders.
 */
export function Page() {
  const [query] = useSearchParams();
  const number = readAdminNumber(query, 'Order');
  return number === null ? <NothingForLink what="order" number={null} /> : <RedirectToOrders number={number} />;
}

function RedirectToOrders({number}: {number: string}) {
  const store = `gid://shopify/Order/${number}`;
  const asked = {view: allOrders, search: '', store};
  const found = useRemote(ordersQuery({...asked, cursor: null}));
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
  if (first === undefined) return <NothingForLink what="order" number={number} />;
  return <Navigate replace to={others.length === 0 ? `/orders/${first.id}` : ordersAddress(asked)} />;
}
