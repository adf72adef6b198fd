// What the catalogue's text proposes for an article, and the button that takes it over where it can mean two things.
import type {ArticleRow} from '#contract/articles.ts';
import type {OptionName} from '#domain/options/defined-options.ts';
import {useAttempt} from '../../shared/api/remote.ts';
import {unansweredApi} from '../../shared/options/unanswered-api.ts';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import type {DecisionOutcome} from '../../shared/runs/followed-run.tsx';
import {joinWords} from '../../text/format.ts';

type ProposalProps = {
  readonly article: ArticleRow;
  readonly option: OptionName;
  readonly onDone: (decided: DecisionOutcome) => void;
};

/** The proposed words in full. Those with one meaning are taken over for many articles at once, above the list. */
export function Proposal({article: {id, name, proposal}, option, onDone}: ProposalProps) {
  const {attempt, isRunning, failure} = useAttempt(
    (seenWords: string[]) => unansweredApi.proposals({option, articleIds: [id], seenWords}),
    {
      onDone: () =>
        onDone({
          text: `${name || id} has the proposed ${option}. The next update makes its variants; until then an order asks.`,
          runId: null,
          waits: true,
        }),
    },
  );
  if (proposal === null || proposal.words.length === 0) return '–';
  const words = joinWords(proposal.words);
  return (
    <s-stack gap="small-400" alignItems="start">
      <s-text>{words}</s-text>
      {!proposal.isSure && (
        <s-button
          loading={isRunning}
          accessibilityLabel={`Take over ${words} for ${name || id}`}
          onClick={() => void attempt([...proposal.words])}
        >
          Take over
        </s-button>
      )}
      <ActionFailure failure={failure} heading="Not taken over" />
    </s-stack>
  );
}
