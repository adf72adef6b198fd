import {useState} from 'react';
import type {Approvals} from '#contract/approvals.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {ArticleName} from '../../shared/list/article-name.tsx';
import {type DraftReasonText, draftReasonText} from '../../shared/list/draft-words.ts';
import {IndexTable} from '../../shared/list/index-table.tsx';
import {usePaging} from '../../shared/list/paging.ts';
import {Loading} from '../../shared/page/loading.tsx';
import {count} from '../../text/format.ts';
import {draftsQuery} from './decision-questions.ts';

/** The draft listings by reason, with what settles each reason and the articles it concerns. Changed costs have their own section. */
export function DraftsSection({held}: Pick<Approvals, 'held'>) {
  return (
    <s-section heading="Not on sale">
      <s-paragraph color="subdued">
        These articles are not on sale. An update puts them on sale by itself once the reason is gone.
      </s-paragraph>
      {held.map(({code, count: number}) => (
        <DraftReason key={code} code={code} number={number} word={draftReasonText(code)} />
      ))}
    </s-section>
  );
}

function DraftReason({code, number, word}: {code: string; number: number; word: DraftReasonText}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <s-stack gap="small-200">
      <s-text type="strong">{`${word.label}: ${count(number)}`}</s-text>
      <s-text>{word.text}</s-text>
      <s-stack direction="inline" gap="small-200">
        <s-button href={word.href} accessibilityLabel={`${word.button}: ${word.label}`}>
          {word.button}
        </s-button>
        <s-button
          accessibilityLabel={`${isOpen ? 'Hide them' : 'Show them'}: ${word.label}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide them' : 'Show them'}
        </s-button>
      </s-stack>
      {isOpen && <DraftArticles code={code} />}
      <s-divider />
    </s-stack>
  );
}

function DraftArticles({code}: {code: string}) {
  const paging = usePaging(code);
  const remote = useRemote(draftsQuery(code, paging.cursor));
  const page = remote.value;
  if (page === null) return <Loading what="these articles" remote={remote} height="160px" />;
  return (
    <IndexTable
      rows={page.articles}
      columns={[
        {
          heading: 'Article',
          listSlot: 'primary',
          renderCell: ({id, name}) => <ArticleName id={id} name={name} link={`held-${code}-${id}`} />,
        },
        {heading: 'Reason', renderCell: ({reason}) => reason ?? ''},
      ]}
      keyOf={({id}) => id}
      linkIdOf={({id}) => `held-${code}-${id}`}
      isLoading={!remote.isCurrent}
      {...paging.toPagingProps(page.nextCursor)}
    />
  );
}
