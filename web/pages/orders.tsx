import {useSearchParams} from 'react-router';
import {DropshipOrdersSection} from '../components/dropship-orders-section.tsx';
import {ChangedBanner} from '../components/page-banners.tsx';
import {overviewQuestion} from '../questions.ts';
import {useRemote} from '../remote.ts';
import {allOrders, changedOrders, orderViews} from '../words.ts';

/** Every dropship order, narrowed to what the address names. */
export function OrdersPage() {
  const overview = useRemote(overviewQuestion);
  const [search] = useSearchParams();
  const state = search.get('state');
  const view = orderViews.find(({value}) => value === state) ?? allOrders;
  return (
    <s-page heading="Orders">
      <s-stack gap="base">
        {view !== changedOrders && <ChangedBanner flagged={overview.value?.flagged ?? 0} />}
        <DropshipOrdersSection key={view.value} view={view} />
      </s-stack>
    </s-page>
  );
}
