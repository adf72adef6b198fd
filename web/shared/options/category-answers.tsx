import {Fragment} from 'react';
import type {Unanswered} from '#contract/options/unanswered.ts';
import type {OptionName} from '#domain/options/defined-options.ts';
import {count as countText} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {useAttempt} from '../api/remote.ts';
import {unansweredAddress} from '../list/shown-articles.ts';
import {ActionFailure} from '../page/action-failure.tsx';
import type {DecisionOutcome} from '../runs/followed-run.tsx';
import {AnswerChoice} from './answer-choice.tsx';
import {answeredText} from './option-words.ts';
import {unansweredApi} from './unanswered-api.ts';

type CategoryAnswersProps = {
  readonly option: OptionName;
  readonly unanswered: Unanswered;
  /** Called with what was answered. The last answer leaves no row, so the caller says it. */
  readonly onDone: (decided: DecisionOutcome) => void;
};

/** An answer for all articles of a category, also for those that come later: one row for each category with articles that would ask. */
export function CategoryAnswers({option, unanswered: {count, categories}, onDone}: CategoryAnswersProps) {
  const {attempt, running, failure} = useAttempt(
    ({category, word}: {readonly category: string; readonly word: string | null}) =>
      unansweredApi.answer({option, word, categories: [category]}),
    {onDone: (_, {category, word}) => onDone({text: answeredText(option, category, word), runId: null})},
  );
  const named = categories.filter(({category}) => category !== '');
  const others = count - named.reduce((sum, {articles}) => sum + articles, 0);
  return (
    <s-stack gap="small-200">
      <ActionFailure failure={failure} heading="Not remembered" />
      <div role="list" style={{display: 'contents'}}>
        {named.map(({category, articles, several, ...texts}) => (
          <div role="listitem" key={category}>
            <s-stack gap="small-200">
              <s-divider />
              <s-grid
                gridTemplateColumns="@container (inline-size > 640px) 1fr auto, 1fr"
                gap="small-200"
                alignItems="center"
              >
                <s-grid gridTemplateColumns="1fr auto" gap="small-200" alignItems="center">
                  <s-stack gap="small-500">
                    <s-text>
                      <span dir="auto">{category}</span>: {countNoun(articles, 'article')}
                    </s-text>
                    <CatalogueTexts {...texts} />
                  </s-stack>
                  <s-button
                    href={unansweredAddress(option, category)}
                    accessibilityLabel={`See the articles: ${category}`}
                  >
                    See the articles
                  </s-button>
                </s-grid>
                <s-stack direction="inline" gap="small-300">
                  <AnswerChoice
                    option={option}
                    subject={category}
                    several={several}
                    running={running?.category === category ? running : null}
                    isDisabled={running !== null && running.category !== category}
                    onAnswer={(word) => void attempt({category, word})}
                  />
                </s-stack>
              </s-grid>
            </s-stack>
          </div>
        ))}
      </div>
      {others > 0 && (
        <s-text color="subdued">{`${countNoun(others, 'more article')} of other categories, or without one.`}</s-text>
      )}
    </s-stack>
  );
}

/** What the catalogue says of the articles of a category: “46 - 58” (2), nothing (1). */
const CatalogueTexts = ({texts, moreTexts}: Pick<Unanswered['categories'][number], 'texts' | 'moreTexts'>) => (
  <s-text color="subdued">
    In the catalogue:{' '}
    {texts.map(({text, articles}, at) => (
      <Fragment key={text}>
        {at > 0 && ', '}
        {text === '' ? 'nothing' : <span dir="auto">{`“${text}”`}</span>}
        {texts.length + moreTexts > 1 && ` (${countText(articles)})`}
      </Fragment>
    ))}
    {moreTexts > 0 && `, and ${countNoun(moreTexts, 'more text')}`}
  </s-text>
);
