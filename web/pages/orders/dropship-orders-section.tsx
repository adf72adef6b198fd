import {useNavigate} from 'react-router';
import {ordersQuery} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {usePaging} from '../../shared/list/paging.ts';
import {Introduction} from '../../shared/page/introduction.tsx';
import {Loading, StaleNotice} from '../../shared/page/loading.tsx';
import {allOrders, type OrderListFilter, ordersAddress, toOrderSort, unpaidOrders} from '../../text/order-list.ts';
import {OrdersFilter} from './orders-filter.tsx';
import {OrdersList} from './orders-list.tsx';
import {ToPaySum} from './to-pay.tsx';

/** The dropship orders that the filter shows, with state, reason, and the supplier's checkout for payment. */
export function DropshipOrdersSection({shown}: {shown: OrderListFilter}) {
  const {view, search, store, sort = 'newest'} = shown;
  const navigate = useNavigate();
  const {cursor, toPagingProps} = usePaging(ordersAddress(shown));
  const remote = useRemote(ordersQuery({...shown, cursor}));
  const page = remote.value;
  const isFiltered = view !== allOrders || search !== '' || store !== null;
  const hasNone = page?.orders.length === 0 && cursor === null && !isFiltered;
  // The filter waits for the first answer: the sum to pay appears above the filter and would move it.
  const isFirstLoad = page === null && remote.error === null;
  const show = (part: Partial<OrderListFilter>) => void navigate(ordersAddress({...shown, ...part}), {replace: true});
  const sorting = {value: sort, onSort: (value: string) => show({sort: toOrderSort(value)})};
  return (
    <s-section accessibilityLabel="Dropship orders">
      <Introduction of="orders" />
      <StaleNotice what="your dropship orders" remote={remote} />
      {page !== null && <ToPaySum toPay={page.toPay} now={remote.loadedAt} isShown={view === unpaidOrders} />}
      {!hasNone && !isFirstLoad && (
        <OrdersFilter filter={shown} page={page} sorting={sorting} now={remote.loadedAt} onFilter={show} />
      )}
      {page === null ? (
        <Loading what="your dropship orders" remote={remote} height="200px" />
      ) : (
        <OrdersList
          orders={page.orders}
          now={remote.loadedAt}
          isLoading={!remote.isCurrent}
          isFiltered={isFiltered}
          sort={sort}
          sorting={sorting}
          {...toPagingProps(page.nextCursor)}
        />
      )}
    </s-section>
  );
}
