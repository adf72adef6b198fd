import {useNavigate, useSearchParams} from 'react-router';
import type {Articles} from '#contract/articles.ts';
import type {Overview} from '#contract/overview.ts';
import {isUnderWay} from '../../shared/api/polling.ts';
import {articlesFile, articlesQuery} from '../../shared/api/products-api.ts';
import {choicesQuery} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {usePaging} from '../../shared/list/paging.ts';
import {
  type ArticleListFilter,
  articleListFilterAt,
  articleSortOptions,
  articlesAddress,
  buyableArticlesView,
  draftsView,
  firstArticleView,
  setBackView,
} from '../../shared/list/shown-articles.ts';
import {optionWords} from '../../shared/options/option-words.ts';
import {Introduction} from '../../shared/page/introduction.tsx';
import {Loading, StaleNotice} from '../../shared/page/loading.tsx';
import {SaveAsFile} from '../../shared/page/save-as-file.tsx';
import {ShippingNote} from '../../shared/pricing/left-per-piece.tsx';
import {count} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {AnswersForAll} from './answers-for-all.tsx';
import {ArticlesFilter} from './articles-filter.tsx';
import {ArticlesList} from './articles-list.tsx';
import {GiveBackAll} from './give-back-all.tsx';
import {PublishAll} from './publish-all.tsx';

/** The list of articles with its filters, as the address states them. */
export function ArticlesSection({overview}: {overview: Overview}) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const shown = articleListFilterAt(query, firstArticleView(overview));
  const paging = usePaging(articlesAddress(shown));
  const remote = useRemote(articlesQuery(shown, paging.cursor, isUnderWay(overview.lastRun)));
  const choices = useRemote(choicesQuery(overview.lastRun));
  const show = (part: Partial<ArticleListFilter>) =>
    void navigate(articlesAddress({...shown, ...part}), {replace: true});
  const page = remote.value;
  const option = shown.view.option ?? null;
  const sorting = {
    value: shown.sort.value,
    onSort: (value: string) =>
      show({sort: articleSortOptions.find((one) => one.value === value) ?? articleSortOptions[0]}),
  };
  return (
    <s-section accessibilityLabel="Articles">
      <AboutView view={shown.view} />
      <ArticlesFilter
        filter={shown}
        choices={choices.value}
        sorting={sorting}
        isEmpty={page?.articles.length === 0}
        unanswered={overview.unanswered}
        onFilter={show}
      />
      {option !== null && <AnswersForAll key={option} option={option} overview={overview} />}
      {shown.view === setBackView && <GiveBackAll overview={overview} />}
      {shown.view === draftsView && <PublishAll overview={overview} />}
      <StaleNotice what="the articles" remote={remote} />
      {page === null ? (
        <Loading what="the articles" remote={remote} height="320px" />
      ) : (
        <>
          <ArticlesList
            key={option}
            totalText={totalText(page, remote.isCurrent ? paging.before : null, shown)}
            articles={page.articles}
            currency={overview.currency}
            option={option}
            mayApply={overview.firstRunDone}
            emptyText={emptyListText(shown, overview)}
            sorting={sorting}
            isLoading={!remote.isCurrent}
            {...paging.toPagingProps(page.nextCursor, page.articles.length)}
          />
          <BelowArticles page={page} filter={shown} onFilter={show} />
        </>
      )}
    </s-section>
  );
}

/** What the list is about. */
function AboutView({view}: Pick<ArticleListFilter, 'view'>) {
  const {option} = view;
  if (option === undefined && view !== setBackView) return <Introduction of="products" />;
  return (
    <s-paragraph color="subdued">
      {option === undefined
        ? 'An undo set back something of these products, and no update changes it until you give it back.'
        : `Articles of which the supplier states no ${optionWords[option].one}, and for which you gave no answer: each order waits until you say it. Answer once, here or for a category.`}
    </s-paragraph>
  );
}

type BelowArticlesProps = {
  readonly page: Articles;
  readonly filter: ArticleListFilter;
  readonly onFilter: (part: Partial<ArticleListFilter>) => void;
};

/** Below the list: the file of all that it shows, or where else to look, and what its money contains. */
function BelowArticles({page: {articles, shipping}, filter, onFilter}: BelowArticlesProps) {
  const {view, search, brand, category} = filter;
  const isNarrowed = search !== '' || brand !== null || category !== null;
  return (
    <>
      {articles.length > 0 && <SaveAsFile load={() => articlesFile(filter)} name={`articles-${view.value}.csv`} />}
      {articles.length === 0 && isNarrowed && view !== buyableArticlesView && (
        <s-stack direction="inline">
          <s-button onClick={() => onFilter({view: buyableArticlesView, reason: null})}>
            Look among all that can be bought
          </s-button>
        </s-stack>
      )}
      {view.option === undefined && articles.some(({left}) => left !== null) && <ShippingNote counted={shipping} />}
    </>
  );
}

/**
 * Which of how many articles are shown, and where those without a price come. @param before how many come before them; null: others are
 * being loaded.
 */
const totalText = ({total, articles}: Articles, before: number | null, {sort}: ArticleListFilter): string =>
  [
    before !== null && shownText({total, articles}, before),
    sort !== articleSortOptions[0] && 'Those without a price in your store come last.',
  ]
    .filter(Boolean)
    .join(' ');

/** "1 to 50 of 304 articles."; only the first page says of how many. */
function shownText({total, articles}: Pick<Articles, 'total' | 'articles'>, before: number): string {
  const shown = `${count(before + 1)} to ${count(before + articles.length)}`;
  if (total === null) return articles.length === 0 ? '' : `${shown}.`;
  return articles.length < total ? `${shown} of ${countNoun(total, 'article')}.` : `${countNoun(total, 'article')}.`;
}

/** What an empty list says: that all is answered or not known yet, that nothing fits its filters, or that no article was read yet. */
function emptyListText(shown: ArticleListFilter, {unanswered}: Overview): string {
  const {option} = shown.view;
  if (option !== undefined && unanswered[option] === 0) {
    const {one} = optionWords[option];
    if (unanswered.unread > 0) return unreadText(unanswered.unread, one);
    return `Nothing is left to answer: no order will ask unexpectedly for a ${one}.`;
  }
  const {view, search, brand, category} = shown;
  const isWhole = search === '' && brand === null && category === null;
  if (isWhole && view === setBackView) return 'No product has anything left that an undo set back.';
  return isWhole && view === buyableArticlesView
    ? 'No article has been read yet. The first update reads the supplier’s catalogue.'
    : 'No article is like this.';
}

const unreadText = (unread: number, one: string): string =>
  `${countNoun(unread, 'article was', 'articles were')} not read yet; the next update says whether ${unread === 1 ? 'it states' : 'they state'} a ${one}.`;
