import {useState} from 'react';
import type {Approvals, WaitingCost} from '#contract/approvals.ts';
import {useAttempt} from '../../shared/api/remote.ts';
import {ArticleName} from '../../shared/list/article-name.tsx';
import {type Column, IndexTable} from '../../shared/list/index-table.tsx';
import type {Paging} from '../../shared/list/paging.ts';
import {SelectionBar, useSelection} from '../../shared/list/selection.tsx';
import type {DecisionOutcome} from '../../shared/runs/followed-run.tsx';
import {euros} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {decisionsApi} from './decisions-api.ts';

type CostsSectionProps = {
  readonly approvals: Approvals;
  readonly isLoading: boolean;
  readonly paging: Paging;
  readonly onDone: (decided: DecisionOutcome) => void;
};

/** The products that are off sale because their cost changed too much; their new costs are selected and approved together. */
export function CostsSection({approvals: {costs, nextCursor}, isLoading, paging, onDone}: CostsSectionProps) {
  const {selection, isBusy, use, failureOf} = useCostApproval(costs, onDone);
  const {chosen} = selection;
  return (
    <s-section heading="Costs that changed too much">
      <s-paragraph color="subdued">
        These products are off sale. With the new cost they get a new price by your rules and go back on sale.
      </s-paragraph>
      <SelectionBar selection={selection} noun="product">
        <s-button loading={isBusy} onClick={() => void use()}>
          {`Use the new cost: ${countNoun(chosen.length, 'product')}`}
        </s-button>
      </SelectionBar>
      <IndexTable
        rows={costs}
        columns={costColumns(failureOf)}
        keyOf={({articleId}) => articleId}
        linkIdOf={linkIdOf}
        selection={selection}
        isLoading={isLoading}
        {...paging.toPagingProps(nextCursor)}
      />
    </s-section>
  );
}

/**
 * The state of selecting and approving costs, with the errors of the last approval by article. A cost that the supplier does not state
 * cannot be selected.
 */
function useCostApproval(costs: readonly WaitingCost[], onDone: CostsSectionProps['onDone']) {
  const selection = useSelection(costs, {
    keyOf: ({articleId}) => articleId,
    nameOf: ({articleId, name}) => name || articleId,
    mayChoose: ({to}) => to !== null,
  });
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map());
  const {attempt, isRunning} = useAttempt(decisionsApi.approveCosts, {
    onDone: ({results, run}) => {
      const refused = results.filter(({error}) => error !== null);
      setFailures(new Map(refused.map(({articleId, error}) => [articleId, error ?? ''])));
      selection.choose(costs, false);
      const used = countNoun(results.length - refused.length, 'new cost is', 'new costs are');
      const when = run === null ? ' The next update puts the products back on sale.' : '';
      onDone({text: `${used} used.${when}`, runId: run?.id ?? null});
    },
    onRefused: (text) => onDone({text, runId: null}),
  });
  const named = selection.chosen.flatMap(({articleId, to}) => (to === null ? [] : [{articleId, cost: to}]));
  return {
    selection,
    isBusy: isRunning,
    failureOf: (id: string) => failures.get(id) ?? null,
    use: () => attempt(named),
  };
}

const linkIdOf = ({articleId}: {readonly articleId: string}): string => `cost-${articleId}`;

const costColumns = (failureOf: (articleId: string) => string | null): readonly Column<WaitingCost>[] => [
  {
    heading: 'Article',
    listSlot: 'primary',
    renderCell: ({articleId, name}) => (
      <s-stack gap="small-500">
        <ArticleName id={articleId} name={name} link={linkIdOf({articleId})} />
        {failureOf(articleId) !== null && <s-text tone="critical">Not done: {failureOf(articleId)}</s-text>}
      </s-stack>
    ),
  },
  {heading: 'Cost until now', renderCell: ({from}) => (from === null ? '–' : euros(from))},
  {heading: 'New cost', renderCell: ({to}) => (to === null ? 'None is stated; the next update asks again' : euros(to))},
];
