import {useState} from 'react';
import type {Brake} from '#contract/approvals.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {ArticleName} from '../../shared/list/article-name.tsx';
import {IndexTable} from '../../shared/list/index-table.tsx';
import {usePaging} from '../../shared/list/paging.ts';
import {Loading} from '../../shared/page/loading.tsx';
import {BrakeButtons} from '../../shared/runs/brake-buttons.tsx';
import {brakeTexts} from '../../shared/runs/brake-texts.ts';
import type {DecisionOutcome} from '../../shared/runs/followed-run.tsx';
import {count, dateAndTime, euros} from '../../text/format.ts';
import {brakeArticlesQuery} from './decision-questions.ts';

type BrakeCardProps = {readonly brake: Brake; readonly onDone: (decided: DecisionOutcome) => void};

/** A brake: what a run stopped and why, the products it concerns, and the buttons of both decisions. */
export function BrakeCard({brake, onDone}: BrakeCardProps) {
  const {kind, articles, reason, createdAt, runId} = brake;
  const [isOpen, setOpen] = useState(false);
  return (
    <s-section heading={brakeTexts[kind].heading(count(articles), articles)}>
      <s-stack gap="small-200">
        <s-text>{reason}</s-text>
        <s-text color="subdued">Since {dateAndTime(createdAt)}.</s-text>
        <s-stack direction="inline" gap="small-200">
          <BrakeButtons brake={brake} onDone={(text, run) => onDone({text, runId: run?.id ?? null})} />
          <s-button onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide the products' : `Show the products (${count(articles)})`}
          </s-button>
          <s-button href={`/runs/${runId}`}>Open the update</s-button>
        </s-stack>
        {isOpen && <BrakeArticles brake={brake} />}
      </s-stack>
    </s-section>
  );
}

function BrakeArticles({brake: {id, kind}}: {brake: Brake}) {
  const paging = usePaging(id);
  const remote = useRemote(brakeArticlesQuery(id, paging.cursor));
  const page = remote.value;
  if (page === null) return <Loading what="the products" remote={remote} height="160px" />;
  const isAboutCost = kind === 'cost';
  return (
    <IndexTable
      rows={page.articles}
      columns={[
        {
          heading: 'Article',
          listSlot: 'primary',
          renderCell: ({articleId, name}) => <ArticleName id={articleId} name={name} link={`${id}-${articleId}`} />,
        },
        {heading: isAboutCost ? 'Cost until now' : 'Cost', renderCell: ({from}) => centsText(from)},
        ...(isAboutCost ? [{heading: 'New cost', renderCell: ({to}: {to: number | null}) => centsText(to)}] : []),
      ]}
      keyOf={({articleId}) => articleId}
      linkIdOf={({articleId}) => `${id}-${articleId}`}
      isLoading={!remote.isCurrent}
      {...paging.toPagingProps(page.nextCursor)}
    />
  );
}

const centsText = (cents: number | null): string => (cents === null ? '–' : euros(cents));
