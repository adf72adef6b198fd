import {useState} from 'react';
import type {ArticleDetail} from '#contract/article.ts';
import {changeWords, fieldWord, valueText} from '../../shared/runs/run-words.ts';
import {dateAndTime} from '../../text/format.ts';

/** The others are shown on demand. */
const shownAtFirst = 10;
/** The API returns at most this many, the newest ones. */
const most = 100;

/** What runs changed in the product or could not change, the newest first; each leads to its run. */
export function HistorySection({history}: Pick<ArticleDetail, 'history'>) {
  const [areAllShown, setAllShown] = useState(false);
  const shown = areAllShown ? history : history.slice(0, shownAtFirst);
  return (
    <s-section heading="History">
      {history.length === 0 ? (
        <s-paragraph color="subdued">No run has changed it yet.</s-paragraph>
      ) : (
        <s-table>
          <s-table-header-row>
            <s-table-header listSlot="primary">Change</s-table-header>
            <s-table-header>Before</s-table-header>
            <s-table-header>After</s-table-header>
            <s-table-header>Why</s-table-header>
            <s-table-header>Run</s-table-header>
          </s-table-header-row>
          <s-table-body>
            {shown.map(({id, runId, kind, field, before, after, why, applied, at}) => (
              <s-table-row key={id} clickDelegate={`run-of-${id}`}>
                <s-table-cell>{`${fieldWord(field)}: ${applied ? changeWords[kind] : 'not done'}`}</s-table-cell>
                <s-table-cell>
                  <s-text dir="auto">{valueText(field, before)}</s-text>
                </s-table-cell>
                <s-table-cell>
                  <s-text dir="auto">{valueText(field, after)}</s-text>
                </s-table-cell>
                <s-table-cell>{why}</s-table-cell>
                <s-table-cell>
                  <s-link
                    id={`run-of-${id}`}
                    href={`/runs/${runId}`}
                    accessibilityLabel={`Open the run of ${dateAndTime(at)}, ${fieldWord(field)}`}
                  >
                    {dateAndTime(at)}
                  </s-link>
                </s-table-cell>
              </s-table-row>
            ))}
          </s-table-body>
        </s-table>
      )}
      {shown.length < history.length && (
        <s-stack direction="inline">
          <s-button onClick={() => setAllShown(true)}>Show older changes</s-button>
        </s-stack>
      )}
      {history.length === most && areAllShown && (
        <s-text color="subdued">Older changes are on the pages of their runs.</s-text>
      )}
    </s-section>
  );
}
