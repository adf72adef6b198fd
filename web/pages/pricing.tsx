import type {Overview} from '#contract/overview.ts';
import {Loading, StaleSection} from '../components/loading.tsx';
import {PricingForm} from '../components/pricing/pricing-form.tsx';
import {SetUpCard} from '../components/setup/set-up-card.tsx';
import {StorePage} from '../components/store-page.tsx';
import {Outline} from '../outlines/pricing-outline.tsx';
import {overviewQuestion, pricingQuestion} from '../questions.ts';
import {useRemote} from '../remote.ts';

export const Page = () => (
  <StorePage heading="Pricing" banner={NoBanner} outline={<Outline />}>
    {(overview) => (
      <>
        <SetUpCard overview={overview} />
        <Prices overview={overview} />
      </>
    )}
  </StorePage>
);

/** The form shows the page's banner; a card below it says when the store's data is out of date. */
const NoBanner = () => null;

function Prices({overview}: {overview: Overview}) {
  const stored = useRemote(pricingQuestion);
  const stale = <StaleSection what="your store" remote={useRemote(overviewQuestion)} />;
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
    <PricingForm overview={overview} stored={stored.value}>
      {stale}
    </PricingForm>
  );
}
