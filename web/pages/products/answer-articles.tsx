import type {ArticleRow} from '#contract/articles.ts';
import type {OptionName} from '#domain/options/defined-options.ts';
import {useAttempt} from '../../shared/api/remote.ts';
import {type Selection, SelectionBar} from '../../shared/list/selection.tsx';
import {AnswerChoice} from '../../shared/options/answer-choice.tsx';
import {answeredText, type SeveralNamed} from '../../shared/options/option-words.ts';
import {ProposalsPreview, useProposals} from '../../shared/options/proposals.tsx';
import {unansweredApi} from '../../shared/options/unanswered-api.ts';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import type {DecisionOutcome} from '../../shared/runs/followed-run.tsx';
import {countNoun} from '../../text/words.ts';

type AnswerArticlesProps = {
  readonly option: OptionName;
  readonly selection: Selection<ArticleRow>;
  /** A sentence that says how many articles the list has. */
  readonly totalText: string;
  /** Whether an update may be started at once: set-up is over. */
  readonly mayApply: boolean;
  /** Whether other articles are being loaded: the shown ones cannot be answered for. */
  readonly isLoading: boolean;
  readonly onDone: (decided: DecisionOutcome) => void;
};

/** The bar above articles that state no colour or no size: answers for the selected ones, and the proposals of their texts. */
export function AnswerArticles(props: AnswerArticlesProps) {
  const {option, selection, totalText, mayApply, isLoading, onDone} = props;
  const {chosen} = selection;
  const ids = chosen.map(({id}) => id);
  const subject = countNoun(ids.length, 'article');
  const answering = useAttempt(
    ({word, articleIds}: {readonly word: string | null; readonly articleIds: string[]}) =>
      unansweredApi.answer({option, word, articleIds}),
    {
      onDone: (_, {word, articleIds}) =>
        onDone({text: answeredText(option, countNoun(articleIds.length, 'article'), word), runId: null}),
    },
  );
  const review = useProposals(option, onDone);
  // What was looked at for other articles than the selected ones is not shown, except while it is taken over.
  const isOfSelected = review.isRunning || review.shown?.ids?.join('\n') === ids.join('\n');
  const isBlocked = review.isRunning || isLoading;
  return (
    <>
      <SelectionBar selection={selection} noun="article" lineEnd={<s-text color="subdued">{totalText}</s-text>}>
        <AnswerChoice
          option={option}
          subject={subject}
          several={severalOf(chosen)}
          running={answering.running}
          isDisabled={isBlocked}
          onAnswer={(word) => void answering.attempt({word, articleIds: ids})}
        />
        <s-button
          loading={review.isRunning}
          disabled={isBlocked || answering.isRunning}
          onClick={() => review.look(ids)}
        >
          Look at the proposals
        </s-button>
      </SelectionBar>
      <ActionFailure failure={answering.failure} heading="Not remembered" />
      <ProposalsPreview option={option} review={isOfSelected ? review : {...review, shown: null}} mayApply={mayApply} />
    </>
  );
}

/** Those whose text may name several sizes or colours. */
function severalOf(articles: readonly ArticleRow[]): SeveralNamed | null {
  const severals = articles.flatMap(({proposal}) => (proposal !== null && proposal.words.length > 1 ? proposal : []));
  const [first] = severals;
  return first === undefined ? null : {articles: severals.length, example: first.text};
}
