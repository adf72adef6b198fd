import type {Overview} from '#contract/overview.ts';
import {setUpApi, templateQuery} from '../../shared/api/set-up-api.ts';
import {unansweredAddress} from '../../shared/list/shown-articles.ts';
import {countNoun} from '../../text/words.ts';
import {OneChoice} from './one-choice.tsx';

/** Asks once which colour is ordered for articles without a stated one; the answer is saved as soon as it is chosen. */
export const StandingColour = ({overview}: {readonly overview: Overview}) => (
  <s-section heading="Articles without a stated colour">
    <s-stack gap="base">
      <s-paragraph color="subdued">
        For some articles the supplier states no colour. An order of one needs a colour nevertheless; this answer can be
        changed under Settings. Where you are asked instead, you can take over the colours that the catalogue names.
      </s-paragraph>
      <ColourChoice />
      {overview.unanswered.colours > 0 && (
        <s-stack direction="inline">
          <s-button href={unansweredAddress('colours', null)}>
            {`See ${countNoun(overview.unanswered.colours, 'article')} without a colour`}
          </s-button>
        </s-stack>
      )}
    </s-stack>
  </s-section>
);

const asPictured = 'as pictured';
/** The value of the option that stores no colour, so that each order asks for it. */
const askEachTime = '';

const ColourChoice = () => (
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
