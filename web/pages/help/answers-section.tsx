import {Fold} from '../../shared/details/fold.tsx';
import {answers} from './answers.ts';

/** The questions that merchants ask most. Each answer begins with the button to the page where it is done. */
export const AnswersSection = () => (
  <s-section heading="Questions">
    <div>
      {answers.map(({question, label, href, sentences}) => (
        <Fold key={question} heading={question}>
          <s-stack direction="inline">
            <s-button href={href} accessibilityLabel={`${label}: ${question}`}>
              {label}
            </s-button>
          </s-stack>
          {sentences.map((sentence) => (
            <s-paragraph key={sentence}>{sentence}</s-paragraph>
          ))}
        </Fold>
      ))}
    </div>
  </s-section>
);
