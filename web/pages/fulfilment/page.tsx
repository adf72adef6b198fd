import {useRemote} from '../../shared/api/remote.ts';
import {Loading, StaleSection} from '../../shared/page/loading.tsx';
import {StorePausedBanner} from '../../shared/page/paused-banner.tsx';
import {useSwitch} from '../../shared/switch/use-switch.ts';
import {FiguresSection} from './figures-section.tsx';
import {RefusedSection} from './refused-section.tsx';
import {type Service, serviceQuery, serviceSwitch} from './service-api.ts';
import {ServiceSection} from './service-section.tsx';

/** The page where the fulfilment service is switched: orders are then requested and accepted in Shopify. */
export function Page() {
  const remote = useRemote(serviceQuery);
  return (
    <s-page heading="Orders requested in Shopify">
      <s-link slot="breadcrumb-actions" href="/settings">
        Settings
      </s-link>
      {remote.value === null ? (
        <s-section heading="Requests in Shopify">
          <Loading what="what is requested in Shopify" remote={remote} height="320px" />
        </s-section>
      ) : (
        <s-stack gap="base">
          <StorePausedBanner />
          <StaleSection what="what is requested in Shopify" remote={remote} />
          <LoadedService service={remote.value} />
        </s-stack>
      )}
    </s-page>
  );
}

function LoadedService({service}: {readonly service: Service}) {
  const switching = useSwitch(serviceSwitch, service);
  const press = (want: Service['want']) => void switching.press({want});
  return (
    <>
      <ServiceSection service={service} switching={switching} onPress={press} />
      <RefusedSection
        service={service}
        isBusy={switching.pressed === service.want}
        onAgain={() => press(service.want)}
      />
      {service.wish > 0 && <FiguresSection />}
    </>
  );
}
