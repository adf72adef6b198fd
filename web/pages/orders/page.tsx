import {useSearchParams} from 'react-router';
import {overviewQuestion} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {ChangedBanner} from '../../shared/page/page-banners.tsx';
import {PausedBanner} from '../../shared/page/paused-banner.tsx';
import {changedOrders, shownAt} from '../../text/words.ts';
import {DropshipOrdersSection} from './dropship-orders-section.tsx';

/** All dropship orders, filtered by the URL. Only one banner is shown: changed orders come first, since a payment could be lost. */
export function Page() {
  const overview = useRemote(overviewQuestion);
  const [query] = useSearchParams();
  const shown = shownAt(query);
  const flagged = overview.value?.flagged ?? 0;
  return (
    <s-page heading="Orders" inlineSize="large">
      <s-stack gap="base">
        {shown.view !== changedOrders && flagged > 0 ? (
          <ChangedBanner flagged={flagged} />
        ) : (
          <PausedBanner of={overview.value} />
        )}
        <DropshipOrdersSection shown={shown} />
      </s-stack>
    </s-page>
  );
}
