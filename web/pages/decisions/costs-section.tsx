import {useState} from 'react';
import type {Approvals, WaitingCost} from '#contract/approvals.ts';
import {sentenceOf} from '../../shared/api/api.ts';
import {useAction} from '../../shared/api/remote.ts';
import {ArticleName} from '../../shared/list/article-name.tsx';
import {type Column, IndexTable} from '../../shared/list/index-table.tsx';
import type {Paging} from '../../shared/list/paging.ts';
import {SelectionBar, useSelection} from '../../shared/list/selection.tsx';
import type {Decided} from '../../shared/runs/followed-run.tsx';
import {euros} from '../../text/format.ts';
import {counted} from '../../text/words.ts';
import {decisionsApi} from './decisions-api.ts';

type CostsSectionProps = {
  readonly approvals: Approvals;
  readonly isLoading: boolean;
  readonly paging: Paging;
  readonly onDone: (decided: Decided) => void;
};

/** Products that are off sale because their cost changed too much, to be chosen and approved together. */
export function CostsSection({approvals: {costs, nextCursor}, isLoading, paging, onDone}: CostsSectionProps) {
  const {selection, isBusy, use, failureOf} = useCosts(costs, onDone);
  const {chosen} = selection;
  return (
    <s-section heading="Costs that changed too much">
      <s-paragraph color="subdued">
        These products are off sale. With the new cost they get a new price by your rules and go back on sale.
      </s-paragraph>
      <SelectionBar selection={selection} what="product">
        <s-button loading={isBusy} onClick={() => void use()}>
          {`Use the new cost: ${counted(chosen.length, 'product')}`}
        </s-button>
      </SelectionBar>
      <IndexTable
        rows={costs}
        columns={columnsOf(failureOf)}
        keyOf={({articleId}) => articleId}
        linkOf={linkOf}
        selection={selection}
        isLoading={isLoading}
        {...paging.toPages(nextCursor)}
      />
    </s-section>
  );
}

/** The chosen costs, and the errors of the last approval by article. A cost that the supplier does not state cannot be chosen. */
function useCosts(costs: readonly WaitingCost[], onDone: CostsSectionProps['onDone']) {
  const selection = useSelection(costs, {
    keyOf: ({articleId}) => articleId,
    nameOf: ({articleId, name}) => name || articleId,
    mayChoose: ({to}) => to !== null,
  });
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map());
  const approve = useAction(decisionsApi.approveCosts);
  const named = selection.chosen.flatMap(({articleId, to}) => (to === null ? [] : [{articleId, cost: to}]));
  return {
    selection,
    isBusy: approve.isRunning,
    failureOf: (id: string) => failures.get(id) ?? null,
    use: async () => {
      try {
        const {results, run} = await approve.run(named);
        const refused = results.filter(({error}) => error !== null);
        setFailures(new Map(refused.map(({articleId, error}) => [articleId, error ?? ''])));
        selection.choose(costs, false);
        const used = counted(results.length - refused.length, 'new cost is', 'new costs are');
        const when = run === null ? ' The next run puts the products back on sale.' : '';
        onDone({text: `${used} used.${when}`, runId: run?.id ?? null});
      } catch (failed) {
        shopify.toast.show(sentenceOf(failed), {isError: true});
      }
    },
  };
}

const linkOf = ({articleId}: {readonly articleId: string}): string => `cost-${articleId}`;

const columnsOf = (failureOf: (articleId: string) => string | null): readonly Column<WaitingCost>[] => [
  {
    heading: 'Article',
    listSlot: 'primary',
    renderCell: ({articleId, name}) => (
      <s-stack gap="small-500">
        <ArticleName id={articleId} name={name} link={linkOf({articleId})} />
        {failureOf(articleId) !== null && <s-text tone="critical">Not done: {failureOf(articleId)}</s-text>}
      </s-stack>
    ),
  },
  {heading: 'Cost until now', renderCell: ({from}) => (from === null ? '–' : euros(from))},
  {heading: 'New cost', renderCell: ({to}) => (to === null ? 'None is stated; the next run asks again' : euros(to))},
];
