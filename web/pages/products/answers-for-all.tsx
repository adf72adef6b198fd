import {useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import type {OptionName} from '#domain/options/defined-options.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {CategoryAnswers} from '../../shared/options/category-answers.tsx';
import {ProposalsPreview, useProposals} from '../../shared/options/proposals.tsx';
import {unansweredQuery} from '../../shared/options/unanswered-api.ts';
import {Loading} from '../../shared/page/loading.tsx';
import type {DecisionOutcome} from '../../shared/runs/followed-run.tsx';
import {OutcomeSection} from '../../shared/runs/outcome.tsx';

type AnswersForAllProps = {readonly option: OptionName; readonly overview: Overview};

/** Answers for more than one page of it: by category, which unfold on request, or the proposals of all. */
export function AnswersForAll({option, overview}: AnswersForAllProps) {
  const [isOpen, setOpen] = useState(false);
  const [decided, setDecided] = useState<(DecisionOutcome & {readonly number: number}) | null>(null);
  const say = (last: DecisionOutcome) => setDecided((before) => ({...last, number: (before?.number ?? 0) + 1}));
  const review = useProposals(option, say);
  if (overview.unanswered[option] === 0 && decided === null) return null;
  return (
    <s-stack gap="small-200">
      <s-stack direction="inline" gap="small-200">
        <s-press-button pressed={isOpen} onClick={() => setOpen(!isOpen)}>
          Answer by category
        </s-press-button>
        <s-button loading={review.isRunning} onClick={() => review.look(null)}>
          Look at all proposals
        </s-button>
      </s-stack>
      {decided !== null && <OutcomeSection key={decided.number} decided={decided} />}
      <ProposalsPreview option={option} review={review} mayApply={overview.firstRunDone} />
      {isOpen && <Categories option={option} overview={overview} onDone={say} />}
    </s-stack>
  );
}

function Categories({
  option,
  overview,
  onDone,
}: AnswersForAllProps & {readonly onDone: (decided: DecisionOutcome) => void}) {
  const remote = useRemote(unansweredQuery(option, overview.lastRun));
  if (remote.value === null) return <Loading what="the categories" remote={remote} height="80px" />;
  return <CategoryAnswers option={option} unanswered={remote.value} onDone={onDone} />;
}
