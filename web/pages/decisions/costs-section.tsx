import {useState} from 'react';
import type {Approvals, WaitingCost} from '#contract/approvals.ts';
import {sentenceOf} from '../../shared/api/api.ts';
import {useAction} from '../../shared/api/remote.ts';
import {ArticleName} from '../../shared/list/article-name.tsx';
import {PagedTable} from '../../shared/list/paged-table.tsx';
import type {Paging} from '../../shared/list/paging.ts';
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
  const {named, priced, isBusy, choose, use, failureOf, isChosen} = useCosts(costs, onDone);
  return (
    <s-section heading="Costs that changed too much">
      <s-paragraph color="subdued">
        These products are off sale. With the new cost they get a new price by your rules and go back on sale.
      </s-paragraph>
      <s-stack direction="inline" gap="small-200">
        <s-checkbox
          label="Choose all on this page"
          checked={priced.length > 0 && named.length === priced.length}
          onChange={({currentTarget: {checked}}) =>
            choose(
              priced.map(({articleId}) => articleId),
              checked,
            )
          }
        />
        <s-button disabled={named.length === 0} loading={isBusy} onClick={() => void use()}>
          {`Use the new cost: ${counted(named.length, 'product')}`}
        </s-button>
      </s-stack>
      <PagedTable isLoading={isLoading} {...paging.toPages(nextCursor)}>
        <s-table-header-row>
          <s-table-header listSlot="primary">Article</s-table-header>
          <s-table-header>Cost until now</s-table-header>
          <s-table-header>New cost</s-table-header>
        </s-table-header-row>
        <s-table-body>
          {costs.map((cost) => (
            <CostRow
              key={cost.articleId}
              cost={cost}
              isChosen={isChosen(cost.articleId)}
              onChoose={(is) => choose([cost.articleId], is)}
              failure={failureOf(cost.articleId)}
            />
          ))}
        </s-table-body>
      </PagedTable>
    </s-section>
  );
}

/** The chosen costs, and the errors of the last approval by article. A cost that the supplier does not state cannot be chosen. */
function useCosts(costs: readonly WaitingCost[], onDone: CostsSectionProps['onDone']) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map());
  const approve = useAction(decisionsApi.approveCosts);
  const priced = costs.flatMap(({articleId, to}) => (to === null ? [] : [{articleId, cost: to}]));
  const named = priced.filter(({articleId}) => chosen.has(articleId));
  return {
    priced,
    named,
    isBusy: approve.isRunning,
    isChosen: (id: string) => chosen.has(id),
    failureOf: (id: string) => failures.get(id) ?? null,
    choose: (ids: readonly string[], isChosen: boolean) =>
      setChosen(isChosen ? new Set([...chosen, ...ids]) : new Set([...chosen].filter((id) => !ids.includes(id)))),
    use: async () => {
      try {
        const {results, run} = await approve.run(named);
        const refused = results.filter(({error}) => error !== null);
        setFailures(new Map(refused.map(({articleId, error}) => [articleId, error ?? ''])));
        setChosen(new Set());
        const used = counted(results.length - refused.length, 'new cost is', 'new costs are');
        const when = run === null ? ' The next run puts the products back on sale.' : '';
        onDone({text: `${used} used.${when}`, runId: run?.id ?? null});
      } catch (failed) {
        shopify.toast.show(sentenceOf(failed), {isError: true});
      }
    },
  };
}

type CostRowProps = {
  readonly cost: WaitingCost;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  readonly failure: string | null;
};

function CostRow({cost: {articleId, name, from, to}, isChosen, onChoose, failure}: CostRowProps) {
  const link = `cost-${articleId}`;
  return (
    <s-table-row clickDelegate={link}>
      <s-table-cell>
        <s-grid gridTemplateColumns="auto 1fr" gap="small-200" alignItems="start" justifyContent="start">
          <s-checkbox
            accessibilityLabel={`Choose ${name || articleId}`}
            checked={isChosen}
            disabled={to === null}
            onChange={({currentTarget: {checked}}) => onChoose(checked)}
          />
          <s-stack gap="small-500">
            <ArticleName id={articleId} name={name} link={link} />
            {failure !== null && <s-text tone="critical">Not done: {failure}</s-text>}
          </s-stack>
        </s-grid>
      </s-table-cell>
      <s-table-cell>{from === null ? '–' : euros(from)}</s-table-cell>
      <s-table-cell>{to === null ? 'None is stated; the next run asks again' : euros(to)}</s-table-cell>
    </s-table-row>
  );
}
