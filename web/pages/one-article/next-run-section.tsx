import type {ArticleDetail} from '#contract/article.ts';
import {fieldWord, valueText} from '../../shared/runs/run-words.ts';
import {money, percent} from '../../text/format.ts';

type Next = NonNullable<ArticleDetail['next']>;

const kinds: Readonly<Record<Next['kind'], string>> = {
  create: 'The next run puts it into your store.',
  update: 'The next run changes its product.',
  unchanged: 'The next run has nothing to change.',
  leave: 'The next run leaves it as it is.',
  hold: 'After the next run it is not on sale.',
  quarantine: 'The next run sets it aside.',
};

type NextRunSectionProps = {readonly article: ArticleDetail; readonly currency: string | null};

/** What a run would do with the saved settings and what was read last. */
export function NextRunSection({article, currency}: NextRunSectionProps) {
  const {next} = article;
  return (
    <s-section heading="What the next run does">
      {next === null ? (
        <s-text>{withoutPlan(article)}</s-text>
      ) : (
        <>
          <s-text>{[kinds[next.kind], next.reason].filter(Boolean).join(' ')}</s-text>
          {next.price !== null && currency !== null && (
            <s-text color="subdued">
              {`Price ${money(next.price, currency)}${next.marginPercent === null ? '' : `, margin ${percent(next.marginPercent)} by your prices`}.`}
            </s-text>
          )}
          {next.changes.length > 0 && <Changes changes={next.changes} />}
        </>
      )}
    </s-section>
  );
}

function withoutPlan({settingsUnreadable, chosen, listed, listing}: ArticleDetail): string {
  if (settingsUnreadable !== null) return 'Your settings cannot be read, so no run starts.';
  const isInStore = listing?.state === 'active' || listing?.state === 'held';
  if (!chosen || !listed) {
    const why = listed ? 'It is not chosen' : 'The supplier does not list it';
    return isInStore ? `${why}: the next run takes it off sale.` : `${why}, so a run does nothing with it.`;
  }
  return 'The next run reads its price, colours and sizes first.';
}

const Changes = ({changes}: {changes: Next['changes']}) => (
  <s-table>
    <s-table-header-row>
      <s-table-header listSlot="primary">Field</s-table-header>
      <s-table-header>Before</s-table-header>
      <s-table-header>After</s-table-header>
      <s-table-header>Why</s-table-header>
    </s-table-header-row>
    <s-table-body>
      {changes.map(({field, before, after, why}) => (
        <s-table-row key={field}>
          <s-table-cell>{fieldWord(field)}</s-table-cell>
          <s-table-cell>
            <s-text dir="auto">{valueText(field, before)}</s-text>
          </s-table-cell>
          <s-table-cell>
            <s-text dir="auto">{valueText(field, after)}</s-text>
          </s-table-cell>
          <s-table-cell>{why}</s-table-cell>
        </s-table-row>
      ))}
    </s-table-body>
  </s-table>
);
