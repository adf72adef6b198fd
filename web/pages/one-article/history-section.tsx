import type {ArticleDetail} from '#contract/article.ts';
import {Fold} from '../../shared/details/fold.tsx';
import {ShowAll} from '../../shared/details/show-all.tsx';
import {FieldValue} from '../../shared/runs/field-value.tsx';
import {changeKindLabels, fieldLabel} from '../../shared/runs/run-words.ts';
import {dateAndTime} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';

/** How many changes are shown at first; the others are shown on demand. */
const entriesShownAtFirst = 10;
/** The most changes that the API returns, the newest ones. */
const mostEntriesLoaded = 100;

type HistorySectionProps = Pick<ArticleDetail, 'history' | 'id'> & {readonly currency: string | null};

/** The table of what runs changed in the product, or could not change, the newest first; each row links to its run. */
export function HistorySection({history, id, currency}: HistorySectionProps) {
  return (
    <Fold heading="History" summary={history[0] === undefined ? '' : dateAndTime(history[0].at)}>
      {history.length === 0 ? (
        <s-paragraph color="subdued">No update has changed it yet.</s-paragraph>
      ) : (
        <ShowAll name={`All ${countNoun(history.length, 'change')}`} label="Show older changes">
          {(isWhole, button) => (
            <>
              <ChangesTable changes={isWhole ? history : history.slice(0, entriesShownAtFirst)} currency={currency} />
              {history.length === mostEntriesLoaded && isWhole && (
                <s-text color="subdued">Older changes are on the pages of their updates.</s-text>
              )}
              {history.length > entriesShownAtFirst && <s-stack direction="inline">{button}</s-stack>}
            </>
          )}
        </ShowAll>
      )}
      <s-stack direction="inline">
        <s-button href={activityAddress(id)}>What people did with this article</s-button>
      </s-stack>
    </Fold>
  );
}

type ChangesTableProps = {readonly changes: ArticleDetail['history']; readonly currency: string | null};

const ChangesTable = ({changes, currency}: ChangesTableProps) => (
  <s-table>
    <s-table-header-row>
      <s-table-header listSlot="primary">Change</s-table-header>
      <s-table-header>Before</s-table-header>
      <s-table-header>After</s-table-header>
      <s-table-header>Why</s-table-header>
      <s-table-header>Update</s-table-header>
    </s-table-header-row>
    <s-table-body>
      {changes.map(({id: change, runId, kind, field, before, after, why, applied, at}) => (
        <s-table-row key={change} clickDelegate={`run-of-${change}`}>
          <s-table-cell>{`${fieldLabel(field)}: ${applied ? changeKindLabels[kind] : 'not done'}`}</s-table-cell>
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
          <s-table-cell>
            <s-link
              id={`run-of-${change}`}
              href={`/runs/${runId}`}
              accessibilityLabel={`Open the update of ${dateAndTime(at)}, ${fieldLabel(field)}`}
            >
              {dateAndTime(at)}
            </s-link>
          </s-table-cell>
        </s-table-row>
      ))}
    </s-table-body>
  </s-table>
);

const activityAddress = (id: string): string => `/settings/activity?about=${encodeURIComponent(id)}`;
