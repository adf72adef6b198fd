import {useState} from 'react';
import type {StandingAnswers} from '#contract/order-settings.ts';
import type {Overview} from '#contract/overview.ts';
import {type RemoteData, useAttempt, useRemote} from '../../shared/api/remote.ts';
import {TypedSearch} from '../../shared/list/typed-search.tsx';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {Loading} from '../../shared/page/loading.tsx';
import {meaningTexts} from '../../text/property-words.ts';
import {countNoun} from '../../text/words.ts';
import {CategoryAnswer} from './category-answer.tsx';
import {forgetAnswer, forgetProperty, standingAnswersQuery} from './standing-answers-api.ts';

type StandingAnswer = StandingAnswers['answers'][number];

/** What is remembered for orders: answers for articles and categories, and the meanings of properties; each with a button to forget it. */
export function StandingAnswersSection({overview}: {readonly overview: Overview}) {
  const remote = useRemote(standingAnswersQuery);
  return (
    <>
      <ArticleAnswers remote={remote} overview={overview} />
      <PropertyAnswers remote={remote} />
    </>
  );
}

type AnswersSectionProps = {readonly remote: RemoteData<StandingAnswers>};

function ArticleAnswers({remote, overview}: AnswersSectionProps & {readonly overview: Overview}) {
  return (
    <s-section heading="Always ordered for an article or a category">
      <s-paragraph color="subdued">
        Used where an order has no colour or size of its own. What counts for one article is added under Products, or on
        the page of its order.
      </s-paragraph>
      {remote.value === null ? (
        <Loading what="what is remembered" remote={remote} height="60px" />
      ) : remote.value.answers.length === 0 ? (
        <s-paragraph>Nothing is remembered yet.</s-paragraph>
      ) : (
        <AnswerList answers={remote.value.answers} />
      )}
      <CategoryAnswer overview={overview} />
    </s-section>
  );
}

/** So many answers are shown at once; from more of them, a search finds one. */
const mostShown = 20;

function AnswerList({answers}: Pick<StandingAnswers, 'answers'>) {
  const [search, setSearch] = useState('');
  const isFound = (answer: StandingAnswer) =>
    `${answerSubject(answer)} ${answerText(answer)}`.toLocaleLowerCase().includes(search.toLocaleLowerCase());
  const found = answers.filter(isFound);
  const left = found.length - mostShown;
  return (
    <>
      {answers.length > mostShown && (
        <TypedSearch search={search} placeholder="Find an article or a category" onSearch={setSearch} />
      )}
      {found.slice(0, mostShown).map((answer) => (
        <RememberedAnswer
          key={JSON.stringify([answer.articleId, answer.category])}
          name={answerSubject(answer)}
          meaning={answerText(answer)}
          label={`Forget what is ordered for ${answerSubject(answer)}`}
          forget={() => forgetAnswer(answer)}
        />
      ))}
      {found.length === 0 && <s-paragraph>No answer is like that.</s-paragraph>}
      {left > 0 && (
        <s-paragraph color="subdued">{`And ${countNoun(left, 'more answer')}. Type above to find one.`}</s-paragraph>
      )}
    </>
  );
}

function PropertyAnswers({remote}: AnswersSectionProps) {
  return (
    <s-section heading="What buyers enter">
      <s-paragraph color="subdued">
        Fields of your store that buyers fill in, by name. You add to it on the page of an order.
      </s-paragraph>
      {remote.value === null ? (
        <Loading what="what the fields mean" remote={remote} height="60px" />
      ) : remote.value.properties.length === 0 ? (
        <s-paragraph>Nothing is remembered yet.</s-paragraph>
      ) : (
        remote.value.properties.map((property) => (
          <RememberedAnswer
            key={property.name}
            name={`“${property.name}”`}
            meaning={meaningTexts[property.meaning].sentence}
            label={`Forget what “${property.name}” means`}
            forget={() => forgetProperty(property)}
          />
        ))
      )}
    </s-section>
  );
}

type RememberedAnswerProps = {
  readonly name: string;
  readonly meaning: string;
  readonly label: string;
  readonly forget: () => Promise<unknown>;
};

function RememberedAnswer({name, meaning, label, forget}: RememberedAnswerProps) {
  const {attempt, isRunning, failure} = useAttempt(forget, {onDone: () => shopify.toast.show('Forgotten')});
  return (
    <s-grid gridTemplateColumns="1fr auto" gap="small" alignItems="center">
      <s-stack gap="small-500">
        <s-text dir="auto">{name}</s-text>
        <s-text color="subdued">{meaning}</s-text>
        <ActionFailure failure={failure} heading="Not forgotten" />
      </s-stack>
      <s-button loading={isRunning} accessibilityLabel={label} onClick={() => void attempt(undefined)}>
        Forget
      </s-button>
    </s-grid>
  );
}

function answerSubject({articleName, articleId, category}: StandingAnswer): string {
  if (articleId === null) return `Category ${category ?? ''}`;
  return articleName === null ? `Article ${articleId}` : `${articleName} (${articleId})`;
}

const answerText = ({colour, size, asks = []}: StandingAnswer): string =>
  [
    ...(colour === null ? [] : [`Colour “${colour}”`]),
    ...(size === null ? [] : [`Size “${size}”`]),
    ...asks.map((option) => `Asks for the ${option} of each order`),
  ].join(', ');
