import type {StandingAnswers} from '#contract/order-settings.ts';
import {api, sentenceOf} from '../../shared/api/api.ts';
import {standingAnswersQuestion} from '../../shared/api/questions.ts';
import {type Remote, useAction, useRemote} from '../../shared/api/remote.ts';
import {Loading} from '../../shared/page/loading.tsx';
import {meaningWords} from '../../text/property-words.ts';

type StandingAnswer = StandingAnswers['answers'][number];

/** What is remembered of orders: answers for articles and categories, and what names of properties mean; each with a button to forget it. */
export function StandingAnswersSection() {
  const remote = useRemote(standingAnswersQuestion);
  return (
    <>
      <ForArticles remote={remote} />
      <ForProperties remote={remote} />
    </>
  );
}

type SectionProps = {readonly remote: Remote<StandingAnswers>};

function ForArticles({remote}: SectionProps) {
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
          <Remembered
            key={JSON.stringify([answer.articleId, answer.category])}
            name={nameOf(answer)}
            words={answerText(answer)}
            label={`Forget what is ordered for ${nameOf(answer)}`}
            forget={() => api.forgetAnswer(answer)}
          />
        ))
      )}
    </s-section>
  );
}

function ForProperties({remote}: SectionProps) {
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
          <Remembered
            key={property.name}
            name={`“${property.name}”`}
            words={meaningWords[property.meaning].sentence}
            label={`Forget what “${property.name}” means`}
            forget={() => api.forgetProperty(property)}
          />
        ))
      )}
    </s-section>
  );
}

type RememberedProps = {
  readonly name: string;
  readonly words: string;
  readonly label: string;
  readonly forget: () => Promise<unknown>;
};

function Remembered({name, words, label, forget}: RememberedProps) {
  const forgetting = useAction(forget);
  const act = async () => {
    try {
      await forgetting.run(undefined);
      shopify.toast.show('Forgotten');
    } catch (error) {
      shopify.toast.show(sentenceOf(error), {isError: true});
    }
  };
  return (
    <s-grid gridTemplateColumns="1fr auto" gap="small" alignItems="center">
      <s-stack gap="small-500">
        <s-text dir="auto">{name}</s-text>
        <s-text color="subdued">{words}</s-text>
      </s-stack>
      <s-button loading={forgetting.isRunning} accessibilityLabel={label} onClick={() => void act()}>
        Forget
      </s-button>
    </s-grid>
  );
}

function nameOf({articleName, articleId, category}: StandingAnswer): string {
  if (articleId === null) return `Category ${category ?? ''}`;
  return articleName === null ? `Article ${articleId}` : `${articleName} (${articleId})`;
}

const answerText = ({colour, size}: StandingAnswer): string =>
  [colour === null ? [] : [`Colour “${colour}”`], size === null ? [] : [`Size “${size}”`]].flat().join(', ');
