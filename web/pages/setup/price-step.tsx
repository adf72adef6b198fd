import type {Overview} from '#contract/overview.ts';
import {pricingQuery} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {setUpApi, templateQuery} from '../../shared/api/set-up-api.ts';
import {Loading} from '../../shared/page/loading.tsx';
import {PricingForm} from '../../shared/pricing/pricing-form.tsx';
import {profilePlace} from '../../shared/pricing/to-profile.tsx';
import {OneChoice} from './one-choice.tsx';
import {UnservedCountries} from './unserved-countries.tsx';

/** The step that sets the prices, with what loses money, and the colour to order for articles without a stated one. */
export function PriceStep({overview, onSaved}: {overview: Overview; onSaved: () => void}) {
  const stored = useRemote(pricingQuery);
  return (
    <>
      <UnservedCountries overview={overview} />
      {stored.value === null ? (
        <s-section heading="From cost to price">
          <Loading what="your prices" remote={stored} height="480px" />
        </s-section>
      ) : (
        <PricingForm overview={overview} stored={stored.value} onSaved={onSaved} isShort />
      )}
      <s-section heading="Articles without a stated colour">
        <s-paragraph color="subdued">
          For some articles the supplier states no colour. An order of one needs a colour nevertheless; this answer can
          be changed under Settings.
        </s-paragraph>
        <StandingColour />
      </s-section>
      <ShippingOffer />
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

const asPictured = 'as pictured';
/** The value of the option that stores no colour, so that each order asks for it. */
const askEachTime = '';

const StandingColour = () => (
  <OneChoice
    label="Colour to order where the supplier states none"
    answerName="your answer"
    name="standingColour"
    query={templateQuery}
    readValue={({standingColour}) => standingColour ?? askEachTime}
    options={({standingColour}) => [
      {value: asPictured, label: 'As pictured'},
      ...(standingColour == null || standingColour === asPictured
        ? []
        : [{value: standingColour, label: `“${standingColour}”`}]),
      {value: askEachTime, label: 'Ask me for each order'},
    ]}
    save={(stored, value) =>
      setUpApi.saveStandingWords({...stored, standingColour: value === askEachTime ? null : value})
    }
  />
);
