import type {DropshipOrders} from '#contract/dropship-orders.ts';
import type {Sorting} from '../../shared/list/index-table.tsx';
import {ListFilter} from '../../shared/list/list-filter.tsx';
import {joinWords} from '../../text/format.ts';
import {type OrderListFilter, type OrderView, orderViews} from '../../text/order-list.ts';
import {dropshipStateBadges} from '../../text/words.ts';
import {FindBuyer} from './find-buyer.tsx';
import {orderSortOptions} from './order-sort-options.ts';

type OrdersFilterProps = {
  readonly filter: OrderListFilter;
  /** The loaded page of orders, which contains the counts of all orders by state. */
  readonly page: DropshipOrders | null;
  readonly sorting: Sorting;
  /** The time at which the page was loaded. */
  readonly now: Date;
  readonly onFilter: (part: Partial<OrderListFilter>) => void;
};

/** The filters of the order list. The filter on one store order is set by a link elsewhere; here it can only be removed. */
export function OrdersFilter({filter: {view, search, store}, page, sorting, now, onFilter}: OrdersFilterProps) {
  return (
    <ListFilter
      views={(orderViews.includes(view) ? orderViews : [...orderViews, view]).map(withLabel)}
      view={withLabel(view)}
      countOf={(one) => (page === null ? null : countOrdersIn(one, page))}
      onView={(one) => onFilter({view: one})}
      search={{
        text: search,
        placeholder: 'Order, article, reference or country',
        onSearch: (typed) => onFilter({search: typed}),
      }}
      besideSearch={<FindBuyer now={now} />}
      sorts={page?.orders.length === 0 ? [] : orderSortOptions}
      sorting={sorting}
      activeFilters={
        store === null ? [] : [{label: 'Only those of one store order', onRemove: () => onFilter({store: null})}]
      }
    />
  );
}

type LabelledView = OrderView & {readonly label: string};

/** The view itself, or with the label of its only state. */
function withLabel(view: OrderView): LabelledView {
  return hasLabel(view)
    ? view
    : {...view, label: joinWords(view.states.map((state) => dropshipStateBadges[state].label))};
}

const hasLabel = (view: OrderView): view is LabelledView => view.label !== null;

/** How many orders a view shows, from the counts by state; null where these do not say it. */
function countOrdersIn(
  {states, flagged = false, needsYou = false, toPay = false, recentlyShipped = false}: OrderView,
  {states: counts, flagged: withFlags, needsYou: needing, toPay: payable}: DropshipOrders,
): number | null {
  if (recentlyShipped) return null;
  if (flagged) return withFlags;
  if (needsYou) return needing;
  if (toPay) return payable.count;
  return counts
    .filter(({state}) => states.length === 0 || states.includes(state))
    .reduce((sum, {count}) => sum + count, 0);
}
