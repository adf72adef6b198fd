import type {Overview} from '#contract/overview.ts';
import {overviewQuery, pricingQuery} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {Loading, StaleSection} from '../../shared/page/loading.tsx';
import {SetUpCard} from '../../shared/page/set-up-card.tsx';
import {StorePage} from '../../shared/page/store-page.tsx';
import {PricingForm} from '../../shared/pricing/pricing-form.tsx';
import {Outline} from './outline.tsx';
import {profileQuery} from './profile-api.ts';
import {ShippingProfileSection} from './shipping-profile-section.tsx';

export const Page = () => (
  <StorePage
    heading="Pricing"
    banner={NoBanner}
    outline={<Outline />}
    actions={
      <s-button slot="secondary-actions" href="/pricing/own">
        Own prices by list
      </s-button>
    }
  >
    {(overview) => (
      <>
        <SetUpCard overview={overview} />
        <StoredPricing overview={overview} />
      </>
    )}
  </StorePage>
);

/** StorePage shows no banner here, because the form shows it; a card says when the store's data is out of date. */
const NoBanner = () => null;

function StoredPricing({overview}: {overview: Overview}) {
  const stored = useRemote(pricingQuery);
  const profile = useRemote(profileQuery);
  const stale = <StaleSection what="your store" remote={useRemote(overviewQuery)} />;
  if (stored.value === null && stored.error === null) return <Outline />;
  if (stored.value === null) {
    return (
      <>
        {stale}
        <s-section heading="From cost to price">
          <Loading what="your prices" remote={stored} height="480px" />
        </s-section>
      </>
    );
  }
  return (
    <>
      <PricingForm overview={overview} stored={stored.value} hasProfile={(profile.value?.want ?? 'off') !== 'off'}>
        {stale}
      </PricingForm>
      <ShippingProfileSection pricing={stored.value} overview={overview} remote={profile} />
    </>
  );
}
