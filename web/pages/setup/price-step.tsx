import type {Overview} from '#contract/overview.ts';
import {pricingQuery} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {Loading} from '../../shared/page/loading.tsx';
import {PricingForm} from '../../shared/pricing/pricing-form.tsx';
import {profilePlace} from '../../shared/pricing/to-profile.tsx';
import {UnservedCountries} from './unserved-countries.tsx';

/** The step that sets the prices, with who pays for shipping and what loses money. */
export function PriceStep({overview, onSaved}: {overview: Overview; onSaved: () => void}) {
  const stored = useRemote(pricingQuery);
  return (
    <>
      <UnservedCountries overview={overview} />
      <ShippingOffer />
      {stored.value === null ? (
        <s-section heading="From cost to price">
          <Loading what="your prices" remote={stored} height="480px" />
        </s-section>
      ) : (
        <PricingForm overview={overview} stored={stored.value} onSaved={onSaved} isShort />
      )}
    </>
  );
}

/** Says in set-up, where the prices are decided, who pays for shipping, and where that can be changed. */
const ShippingOffer = () => (
  <s-section heading="Who pays for shipping">
    <s-stack gap="small-200">
      <s-paragraph color="subdued">
        The supplier charges you its fee for each article, whatever shoppers pay you for shipping. The shipping profile
        under Pricing can have them pay the supplier’s fee, and keeps out countries where it does not deliver.
      </s-paragraph>
      <s-stack direction="inline">
        <s-button href={`/pricing#${profilePlace}`}>See the shipping profile</s-button>
      </s-stack>
    </s-stack>
  </s-section>
);
