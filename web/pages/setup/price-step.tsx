import type {ReactNode} from 'react';
import type {Overview} from '#contract/overview.ts';
import {pricingQuestion} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {setUpApi, templateQuestion} from '../../shared/api/set-up-api.ts';
import {Loading} from '../../shared/page/loading.tsx';
import {PricingForm} from '../../shared/pricing/pricing-form.tsx';
import {OneChoice} from './one-choice.tsx';
import {UnservedCountries} from './unserved-countries.tsx';

/** The prices with what they lose, and the answer for articles without a stated colour. */
export function PriceStep({overview, next}: {overview: Overview; next: ReactNode}) {
  const stored = useRemote(pricingQuestion);
  return (
    <>
      {stored.value === null ? (
        <s-section heading="From cost to price">
          <Loading what="your prices" remote={stored} height="480px" />
        </s-section>
      ) : (
        <PricingForm overview={overview} stored={stored.value} next={next} isShort />
      )}
      <s-section heading="Articles without a stated colour">
        <s-paragraph color="subdued">
          For some articles the supplier states no colour. An order of one needs a colour nevertheless; this answer can
          be changed under Settings.
        </s-paragraph>
        <StandingColour />
      </s-section>
      <UnservedCountries overview={overview} />
    </>
  );
}

const asPictured = 'as pictured';
const ask = '';

const StandingColour = () => (
  <OneChoice
    label="Colour to order where the supplier states none"
    what="your answer"
    name="standingColour"
    question={templateQuestion}
    valueOf={({standingColour}) => standingColour ?? ask}
    options={({standingColour}) => [
      {value: asPictured, label: 'As pictured'},
      ...(standingColour == null || standingColour === asPictured
        ? []
        : [{value: standingColour, label: `“${standingColour}”`}]),
      {value: ask, label: 'Ask me for each order'},
    ]}
    save={(stored, value) => setUpApi.saveTemplate({...stored, standingColour: value === ask ? null : value})}
  />
);
