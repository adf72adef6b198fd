import {useRemote} from '../../shared/api/remote.ts';
import {Loading, StaleSection} from '../../shared/page/loading.tsx';
import {ChooseSection} from './choose-section.tsx';
import {ExportSection} from './export-section.tsx';
import {departureQuery} from './leave-api.ts';
import {ProgressSection} from './progress-section.tsx';
import {TakenBackSection} from './taken-back-section.tsx';

/** The page where a merchant stops using the app: what becomes of the products, what is taken back, and what to take along. */
export function Page() {
  const remote = useRemote(departureQuery);
  const {value} = remote;
  return (
    <s-page heading="Leave">
      <s-link slot="breadcrumb-actions" href="/settings">
        Settings
      </s-link>
      {value === null ? (
        <s-section heading="Stop using Piecewise">
          <Loading what="your products" remote={remote} height="480px" />
        </s-section>
      ) : (
        <s-stack gap="base">
          <StaleSection what="how far it is" remote={remote} />
          {value.departure === null ? (
            <ChooseSection plan={value} onChanged={remote.refresh} />
          ) : (
            <ProgressSection departure={value.departure} plan={value} onChanged={remote.refresh} />
          )}
          <TakenBackSection profile={value.profile} service={value.service} />
          <ExportSection />
        </s-stack>
      )}
    </s-page>
  );
}
