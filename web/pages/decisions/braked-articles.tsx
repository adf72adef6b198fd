import type {Brake, BrakeArticles} from '#contract/approvals.ts';
import {api} from '../../shared/api/api.ts';
import {useAttempt, useRemote} from '../../shared/api/remote.ts';
import {ArticleName} from '../../shared/list/article-name.tsx';
import {ArticlePicture} from '../../shared/list/article-picture.tsx';
import {AskFirstButton} from '../../shared/list/ask-first-button.tsx';
import {type Column, IndexTable} from '../../shared/list/index-table.tsx';
import {usePaging} from '../../shared/list/paging.ts';
import {SelectionBar, useSelection} from '../../shared/list/selection.tsx';
import {Loading} from '../../shared/page/loading.tsx';
import {brakeTexts} from '../../shared/runs/brake-texts.ts';
import type {DecisionOutcome} from '../../shared/runs/followed-run.tsx';
import {count, euros, joinFirstNames, money} from '../../text/format.ts';
import {brakeArticlesQuery} from './decision-questions.ts';

type BrakedArticlesProps = {readonly brake: Brake; readonly onDone: (decided: DecisionOutcome) => void};

type BrakedArticle = BrakeArticles['articles'][number];

/** The products of a brake with what would become of each. Those that are ticked, also on other pages, are released and the rest waits on. */
export function BrakedArticles({brake, onDone}: BrakedArticlesProps) {
  const {id, kind, articles: all} = brake;
  const {release} = brakeTexts[kind];
  const paging = usePaging(id);
  const remote = useRemote(brakeArticlesQuery(id, paging.cursor));
  const page = remote.value;
  const selection = useSelection(page?.articles ?? [], {
    keyOf: ({articleId}) => articleId,
    nameOf: ({name, articleId}) => name || articleId,
  });
  const {attempt, isRunning} = useAttempt((ids: readonly string[]) => api.releasePart(id, ids), {
    onDone: ({run}, ids) => {
      const when = run === null ? 'The next update does it.' : 'The update below does it.';
      const rest = ids.length < all ? ' The rest stays as it is, and waits for you.' : '';
      onDone({text: `${release.done} ${when}${rest}`, runId: run?.id ?? null});
    },
    onRefused: (text) => onDone({text, runId: null}),
  });
  if (page === null) return <Loading what="the products" remote={remote} height="160px" />;
  const number = selection.keys.size;
  const label = `${release.these(count(number))}${number < all ? ', keep the rest' : ''}`;
  return (
    <>
      <SelectionBar selection={selection} noun="product" total={number}>
        <AskFirstButton
          label={label}
          heading={label}
          confirmLabel={release.button}
          tone="critical"
          isRunning={isRunning}
          isDisabled={false}
          onConfirm={() => void attempt([...selection.keys])}
        >
          <s-stack gap="small-200">
            <s-paragraph>{release.question(count(number), number)}</s-paragraph>
            {number < all && (
              <s-paragraph>
                {`The other ${count(all - number)} stay as they are, and wait here until you decide.`}
              </s-paragraph>
            )}
          </s-stack>
        </AskFirstButton>
      </SelectionBar>
      <IndexTable
        rows={page.articles}
        columns={columnsOf(brake, page.currency)}
        keyOf={({articleId}) => articleId}
        linkIdOf={linkIdOf(id)}
        selection={selection}
        isLoading={!remote.isCurrent}
        {...paging.toPagingProps(page.nextCursor)}
      />
    </>
  );
}

const linkIdOf =
  (id: string) =>
  ({articleId}: BrakedArticle): string =>
    `${id}-${articleId}`;

const columnsOf = ({id, kind}: Brake, currency: string | null): readonly Column<BrakedArticle>[] => [
  {
    heading: 'Article',
    listSlot: 'primary',
    renderCell: (article) => (
      <s-grid gridTemplateColumns="auto 1fr" gap="small-200" alignItems="center">
        <ArticlePicture picture={article.image} />
        <ArticleName id={article.articleId} name={article.name} link={linkIdOf(id)(article)} />
      </s-grid>
    ),
  },
  {heading: kind === 'cost' ? 'Cost until now' : 'Cost', renderCell: ({from}) => centsText(from)},
  ...(kind === 'cost' ? [{heading: 'New cost', renderCell: ({to}: BrakedArticle) => centsText(to)}] : []),
  {heading: 'What happens then', renderCell: (article) => effectText(article, currency)},
];

const centsText = (cents: number | null): string => (cents === null ? '–' : euros(cents));

/** What the release does to the product; a dash where that cannot be said now. */
function effectText({offSale, price, loses}: BrakedArticle, currency: string | null): string {
  if (offSale !== null) return `Off sale: ${offSale}`;
  if (loses.length > 0) return `Loses ${joinFirstNames(loses)}.`;
  if (price === null || currency === null) return '–';
  const to = money(price.to, currency);
  return price.from === null ? `Sells at ${to}.` : `Sells at ${to} instead of ${money(price.from, currency)}.`;
}
