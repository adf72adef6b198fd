import type {StandingAnswers} from '#contract/order-settings.ts';
import {api, sentenceOf} from '../../api.ts';
import {standingAnswersQuestion} from '../../questions.ts';
import {useAction, useRemote} from '../../remote.ts';
import {Loading} from '../loading.tsx';

type StandingAnswer = StandingAnswers['answers'][number];

/** Standing answers for articles ("Always for this article") and categories, each with a button to forget it. */
export function StandingAnswersSection() {
  const remote = useRemote(standingAnswersQuestion);
  return (
    <s-section heading="Always ordered for an article">
      <s-paragraph color="subdued">
        Used where an order has no colour or size of its own. You add to it on the page of an order that waits for
        details.
      </s-paragraph>
      {remote.value === null ? (
        <Loading what="what is remembered" remote={remote} height="60px" />
      ) : remote.value.answers.length === 0 ? (
        <s-paragraph>Nothing is remembered yet.</s-paragraph>
      ) : (
        remote.value.answers.map((answer) => (
          <Remembered key={JSON.stringify([answer.articleId, answer.category])} answer={answer} />
        ))
      )}
    </s-section>
  );
}

function Remembered({answer}: {answer: StandingAnswer}) {
  const forget = useAction(api.forgetAnswer);
  const name = nameOf(answer);
  const act = async () => {
    try {
      await forget.run(answer);
      shopify.toast.show('Forgotten');
    } catch (error) {
      shopify.toast.show(sentenceOf(error), {isError: true});
    }
  };
  return (
    <s-grid gridTemplateColumns="1fr auto" gap="small" alignItems="center">
      <s-stack gap="small-500">
        <s-text>{name}</s-text>
        <s-text color="subdued">{wordsOf(answer)}</s-text>
      </s-stack>
      <s-button
        loading={forget.isRunning}
        accessibilityLabel={`Forget what is ordered for ${name}`}
        onClick={() => void act()}
      >
        Forget
      </s-button>
    </s-grid>
  );
}

function nameOf({articleName, articleId, category}: StandingAnswer): string {
  if (articleId === null) return `Category ${category ?? ''}`;
  return articleName === null ? `Article ${articleId}` : `${articleName} (${articleId})`;
}

const wordsOf = ({colour, size}: StandingAnswer): string =>
  [colour === null ? [] : [`Colour “${colour}”`], size === null ? [] : [`Size “${size}”`]].flat().join(', ');
