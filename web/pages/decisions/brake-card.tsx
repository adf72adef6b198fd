import {useState} from 'react';
import type {Brake} from '#contract/approvals.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {ArticleName} from '../../shared/list/article-name.tsx';
import {IndexTable} from '../../shared/list/index-table.tsx';
import {usePaging} from '../../shared/list/paging.ts';
import {Loading} from '../../shared/page/loading.tsx';
import {BrakeButtons} from '../../shared/runs/brake-buttons.tsx';
import type {Decided} from '../../shared/runs/followed-run.tsx';
import {count, dateAndTime, euros} from '../../text/format.ts';
import {brakeWords} from '../../text/words.ts';
import {brakeArticlesQuestion} from './decision-questions.ts';

type BrakeCardProps = {readonly brake: Brake; readonly onDone: (decided: Decided) => void};

/** What waits of a run, why, all products it concerns, and both decisions. */
export function BrakeCard({brake, onDone}: BrakeCardProps) {
  const {kind, articles, reason, createdAt, runId} = brake;
  const [isOpen, setOpen] = useState(false);
  return (
    <s-section heading={brakeWords[kind].heading(count(articles), articles)}>
      <s-stack gap="small-200">
        <s-text>{reason}</s-text>
        <s-text color="subdued">Since {dateAndTime(createdAt)}.</s-text>
        <s-stack direction="inline" gap="small-200">
          <BrakeButtons brake={brake} onDone={(text, run) => onDone({text, runId: run?.id ?? null})} />
          <s-button onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide the products' : `Show the products (${count(articles)})`}
          </s-button>
          <s-button href={`/runs/${runId}`}>Open the run</s-button>
        </s-stack>
        {isOpen && <BrakeArticles brake={brake} />}
      </s-stack>
    </s-section>
  );
}

function BrakeArticles({brake: {id, kind}}: {brake: Brake}) {
  const paging = usePaging(id);
  const remote = useRemote(brakeArticlesQuestion(id, paging.cursor));
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
        {heading: isAboutCost ? 'Cost until now' : 'Cost', renderCell: ({from}) => amount(from)},
        ...(isAboutCost ? [{heading: 'New cost', renderCell: ({to}: {to: number | null}) => amount(to)}] : []),
      ]}
      keyOf={({articleId}) => articleId}
      linkOf={({articleId}) => `${id}-${articleId}`}
      isLoading={!remote.isCurrent}
      {...paging.toPages(page.nextCursor)}
    />
  );
}

const amount = (cents: number | null): string => (cents === null ? '–' : euros(cents));
