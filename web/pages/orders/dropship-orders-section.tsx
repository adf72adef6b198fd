import {useNavigate} from 'react-router';
import {ordersQuestion} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {usePaging} from '../../shared/list/paging.ts';
import {Introduction} from '../../shared/page/introduction.tsx';
import {Loading, Stale} from '../../shared/page/loading.tsx';
import {allOrders, ordersAddress, type Shown, unpaidOrders} from '../../text/words.ts';
import {OrdersFilter} from './orders-filter.tsx';
import {OrdersList} from './orders-list.tsx';
import {ToPay} from './to-pay.tsx';

/** The dropship orders that the filter shows, with state, reason, and the supplier's checkout for payment. */
export function DropshipOrdersSection({shown}: {shown: Shown}) {
  const {view, search, store} = shown;
  const navigate = useNavigate();
  const {cursor, toPages} = usePaging(ordersAddress(shown));
  const remote = useRemote(ordersQuestion({view, search, store, cursor}));
  const page = remote.value;
  const isFiltered = view !== allOrders || search !== '' || store !== null;
  const hasNone = page?.orders.length === 0 && cursor === null && !isFiltered;
  // The filter waits for the first answer: the sum to pay appears above the filter and would move it.
  const isFirstLoad = page === null && remote.error === null;
  const show = (part: Partial<Shown>) => void navigate(ordersAddress({...shown, ...part}), {replace: true});
  return (
    <s-section accessibilityLabel="Dropship orders">
      <Introduction of="orders" />
      <Stale what="your dropship orders" remote={remote} />
      {page !== null && <ToPay toPay={page.toPay} now={remote.at} isShown={view === unpaidOrders} />}
      {!hasNone && !isFirstLoad && <OrdersFilter shown={shown} page={page} onShow={show} />}
      {page === null ? (
        <Loading what="your dropship orders" remote={remote} height="200px" />
      ) : (
        <OrdersList
          orders={page.orders}
          now={remote.at}
          isLoading={!remote.isCurrent}
          isFiltered={isFiltered}
          {...toPages(page.nextCursor)}
        />
      )}
    </s-section>
  );
}
