import type {DropshipOrders} from '#contract/dropship-orders.ts';
import {TypedSearch} from '../../shared/list/typed-search.tsx';
import {count} from '../../text/format.ts';
import {allOrders, countIn, type OrderView, orderViews, type Shown} from '../../text/words.ts';

type OrdersFilterProps = {
  readonly shown: Shown;
  /** Every page of orders contains the counts of all orders. */
  readonly page: DropshipOrders | null;
  readonly onShow: (part: Partial<Shown>) => void;
};

/** The filter on one store order is set by a link elsewhere; here it can only be removed. */
export function OrdersFilter({shown, page, onShow}: OrdersFilterProps) {
  const {view, store} = shown;
  const views = orderViews.includes(view) ? orderViews : [...orderViews, view];
  const labelOf = (one: OrderView) => {
    const orders = page === null ? null : countIn(one, page);
    return orders === null ? one.label : `${one.label} (${count(orders)})`;
  };
  return (
    <s-stack gap="small-300">
      <s-grid gridTemplateColumns="@container (inline-size > 640px) 260px 1fr, 1fr" gap="small">
        <s-select
          label="Show"
          value={view.value}
          onChange={(event) =>
            onShow({view: views.find(({value}) => value === event.currentTarget.value) ?? allOrders})
          }
        >
          {views.map((one) => (
            <s-option key={one.value} value={one.value}>
              {labelOf(one)}
            </s-option>
          ))}
        </s-select>
        <TypedSearch
          search={shown.search}
          placeholder="Order, article, reference or country"
          onSearch={(search) => onShow({search})}
        />
      </s-grid>
      {store !== null && (
        <s-stack direction="inline" gap="small-200">
          <s-text>Only those of one store order.</s-text>
          <s-button variant="tertiary" onClick={() => onShow({store: null})}>
            Show those of all store orders
          </s-button>
        </s-stack>
      )}
    </s-stack>
  );
}
