import type {DropshipOrders} from '#contract/dropship-orders.ts';
import {ListFilter} from '../../shared/list/list-filter.tsx';
import {countIn, orderViews, type Shown} from '../../text/words.ts';

type OrdersFilterProps = {
  readonly shown: Shown;
  /** Every page of orders contains the counts of all orders. */
  readonly page: DropshipOrders | null;
  readonly onShow: (part: Partial<Shown>) => void;
};

/** The filter on one store order is set by a link elsewhere; here it can only be removed. */
export function OrdersFilter({shown: {view, search, store}, page, onShow}: OrdersFilterProps) {
  return (
    <ListFilter
      views={orderViews.includes(view) ? orderViews : [...orderViews, view]}
      view={view}
      countOf={(one) => (page === null ? null : countIn(one, page))}
      onView={(one) => onShow({view: one})}
      search={{
        text: search,
        placeholder: 'Order, article, reference or country',
        onSearch: (typed) => onShow({search: typed}),
      }}
      set={store === null ? [] : [{label: 'Only those of one store order', onRemove: () => onShow({store: null})}]}
    />
  );
}
