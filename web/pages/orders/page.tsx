import {useSearchParams} from 'react-router';
import {overviewQuery} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {ChangedOrdersBanner} from '../../shared/page/page-banners.tsx';
import {PausedBanner} from '../../shared/page/paused-banner.tsx';
import {changedOrders, orderListFilterAt} from '../../text/order-list.ts';
import {DropshipOrdersSection} from './dropship-orders-section.tsx';

/**
 * The page of all dropship orders, filtered by the URL. It shows one banner at most: changed orders come first, since a payment could be
 * lost.
 */
export function Page() {
  const overview = useRemote(overviewQuery);
  const [query] = useSearchParams();
  const shown = orderListFilterAt(query);
  const flagged = overview.value?.flagged ?? 0;
  return (
    <s-page heading="Orders" inlineSize="large">
      <s-button slot="secondary-actions" href="/orders/ship">
        Ship orders
      </s-button>
      <s-stack gap="base">
        {shown.view !== changedOrders && flagged > 0 ? (
          <ChangedOrdersBanner flagged={flagged} />
        ) : (
          <PausedBanner of={overview.value} />
        )}
        <DropshipOrdersSection shown={shown} />
      </s-stack>
    </s-page>
  );
}
