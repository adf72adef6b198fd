import type {Overview} from '#contract/overview.ts';
import {overviewQuestion, pricingQuestion} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {Loading, StaleSection} from '../../shared/page/loading.tsx';
import {SetUpCard} from '../../shared/page/set-up-card.tsx';
import {StorePage} from '../../shared/page/store-page.tsx';
import {PricingForm} from '../../shared/pricing/pricing-form.tsx';
import {Outline} from './outline.tsx';

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
