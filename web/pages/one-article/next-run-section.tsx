import type {ArticleDetail} from '#contract/article.ts';
import {Fold} from '../../shared/details/fold.tsx';
import {marginWords} from '../../shared/pricing/left-per-piece.tsx';
import {FieldValue} from '../../shared/runs/field-value.tsx';
import {fieldLabel} from '../../shared/runs/run-words.ts';
import {money} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';

type NextRunPlan = NonNullable<ArticleDetail['next']>;

const planKindTexts: Readonly<Record<NextRunPlan['kind'], string>> = {
  create: 'The next update puts it into your store.',
  update: 'The next update changes its product.',
  unchanged: 'The next update has nothing to change.',
  leave: 'The next update leaves it as it is.',
  hold: 'After the next update it is not on sale.',
  quarantine: 'The next update cannot use it.',
};

/**
 * What the next run does with the article, by the saved settings and what was read last, as a sentence. Null: what stands beside it says
 * so already.
 */
export function nextRunText(article: ArticleDetail): string | null {
  const {next, chosen, listed, listing, quarantine} = article;
  if (quarantine !== null && chosen && listed) return null;
  if (next === null) return noPlanText(article);
  const staysOff = next.kind === 'hold' && listing?.state === 'held';
  if (staysOff && next.reason === listing.reason) return null;
  const text = staysOff ? 'The next update leaves it off sale.' : planKindTexts[next.kind];
  return [text, next.reason].filter(Boolean).join(' ');
}

type NextRunSectionProps = {readonly article: ArticleDetail; readonly currency: string | null};

/** The fields that the next run changes, with the price afterwards; nothing where it changes none. */
export function NextRunSection({article: {next}, currency}: NextRunSectionProps) {
  if (next === null || next.changes.length === 0) return null;
  return (
    <>
      <Fold heading="What the next update changes" summary={countNoun(next.changes.length, 'field')}>
        {next.price !== null && currency !== null && (
          <s-text color="subdued">
            {`Price ${money(next.price, currency)}${next.left === null ? '' : `, ${money(next.left.left, currency)} left per piece in the worst zone (${marginWords(next.left)})`}.`}
          </s-text>
        )}
        <PlannedChanges changes={next.changes} currency={currency} />
      </Fold>
      <s-divider />
    </>
  );
}

/** Why there is no plan for the article, and what the next run does to it. */
function noPlanText({settingsUnreadable, chosen, listed, listing}: ArticleDetail): string {
  if (settingsUnreadable !== null) return 'Your settings cannot be read, so no update starts.';
  const isInStore = listing?.state === 'active' || listing?.state === 'held';
  if (!chosen || !listed) {
    const why = listed ? 'It is not chosen' : 'The supplier does not list it';
    return isInStore ? `${why}: the next update takes it off sale.` : `${why}, so an update does nothing with it.`;
  }
  return 'The next update reads its price, colours and sizes first.';
}

type PlannedChangesProps = {readonly changes: NextRunPlan['changes']; readonly currency: string | null};

const PlannedChanges = ({changes, currency}: PlannedChangesProps) => (
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
          <s-table-cell>{fieldLabel(field)}</s-table-cell>
          <s-table-cell>
            <s-text dir="auto">
              <FieldValue field={field} value={before} currency={currency} />
            </s-text>
          </s-table-cell>
          <s-table-cell>
            <s-text dir="auto">
              <FieldValue field={field} value={after} currency={currency} />
            </s-text>
          </s-table-cell>
          <s-table-cell>{why}</s-table-cell>
        </s-table-row>
      ))}
    </s-table-body>
  </s-table>
);
