import {useEffect, useRef} from 'react';
import {toCsvLine} from '#domain/csv.ts';
import {ownPriceColumns} from '#domain/pricing/own-prices/read-list.ts';
import {warningCounts} from '../../shared/own-prices/own-price-words.ts';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {Notice} from '../../shared/page/notice.tsx';
import {saveFile} from '../../shared/page/save-file.ts';
import {FollowedRun} from '../../shared/runs/followed-run.tsx';
import {writeDecimal} from '../../text/decimal-input.ts';
import {countNoun} from '../../text/words.ts';
import {LinesTable} from './lines-table.tsx';
import {type PriceLine, type PriceList, readyLines} from './price-list.ts';
import type {Meaning} from './read-cell.ts';

type ResultsSectionProps = {
  readonly list: PriceList;
  readonly checked: NonNullable<PriceList['checked']>;
  readonly currency: string;
  /** Whether an update may be started at once: set-up is over. */
  readonly mayApply: boolean;
  /** Checks the list again, now that this is said. */
  readonly onMeaning: (meaning: Meaning) => void;
};

/** The result of each line, the buttons that save what is ready, and the file of what was not done. */
export function ResultsSection({list, checked, currency, mayApply, onMeaning}: ResultsSectionProps) {
  const {lines, asks, runId} = checked;
  const ready = readyLines(lines);
  const failed = lines.filter(isFailed).length;
  return (
    <s-section heading="Result of each line">
      <s-stack gap="base">
        <Summary lines={lines} isSaving={list.isSaving} />
        {asks !== null && (
          <Notice tone="warning" heading={`“${asks.cell}” can be read in two ways`}>
            Which number do you mean, here and in lines like it?
          </Notice>
        )}
        {asks !== null && (
          <s-stack direction="inline" gap="small-200">
            {(['decimal', 'whole'] as const).map((meaning) => (
              <s-button key={meaning} disabled={list.isSaving} onClick={() => onMeaning(meaning)}>
                {writeDecimal(asks[meaning])}
              </s-button>
            ))}
          </s-stack>
        )}
        {warningCounts(ready.flatMap(({effect}) => effect ?? [])).map((text) => (
          <s-text key={text} tone="caution">
            {text}
          </s-text>
        ))}
        <ActionFailure failure={list.saveFailure} heading="Not all were saved" />
        <s-stack direction="inline" gap="small-200">
          {ready.length > 0 && (
            <>
              <s-button variant="primary" loading={list.isSaving} onClick={() => list.save(mayApply)}>
                {`Save ${countNoun(ready.length, ready.some(isTakenBack) ? 'change' : 'own price')}${mayApply ? ' and update now' : ''}`}
              </s-button>
              {mayApply && (
                <s-button disabled={list.isSaving} onClick={() => list.save(false)}>
                  Save, update tonight
                </s-button>
              )}
            </>
          )}
          {failed > 0 && (
            <s-button onClick={() => saveFile(toFailedFile(lines), 'own-prices-not-saved.csv')}>
              Save what is not done as CSV
            </s-button>
          )}
        </s-stack>
        {runId !== null && <FollowedRun id={runId} />}
        <LinesTable lines={lines} currency={currency} />
      </s-stack>
    </s-section>
  );
}

const isTakenBack = ({own}: PriceLine): boolean => own === null;

const isFailed = ({state}: PriceLine): boolean => state === 'refused' || state === 'asks';

/** The columns that the check reads come first; it leaves out the others. The byte order mark tells spreadsheets that this is UTF-8. */
function toFailedFile(lines: readonly PriceLine[]): Blob {
  const rows = lines
    .filter(isFailed)
    .map(({line, given, cells, text}) => toCsvLine([cells.article, cells.price, text, line, given]));
  const heading = toCsvLine([...ownPriceColumns, 'why', 'line', 'text']);
  return new Blob(['\ufeff', heading, ...rows], {type: 'text/csv;charset=utf-8'});
}

type SummaryProps = {readonly lines: readonly PriceLine[]; readonly isSaving: boolean};

/** How many lines came to what. It takes the focus when the check or the saving has ended. */
function Summary({lines, isSaving}: SummaryProps) {
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isSaving) status.current?.focus();
  }, [isSaving]);
  return (
    <div ref={status} role="status" tabIndex={-1} style={{outline: 'none'}}>
      <s-text type="strong">{summaryText(lines)}</s-text>
    </div>
  );
}

function summaryText(lines: readonly PriceLine[]): string {
  const numberOf = (wanted: PriceLine['state']) => lines.filter(({state}) => state === wanted).length;
  const [ready, asking, refused, same] = [numberOf('ready'), numberOf('asks'), numberOf('refused'), numberOf('same')];
  const back = lines.filter((line) => line.state === 'saved' && isTakenBack(line)).length;
  const saved = numberOf('saved') - back;
  return [
    saved > 0 && `Saved: ${countNoun(saved, 'own price')}.`,
    back > 0 && `Taken back: ${countNoun(back, 'own price')}.`,
    saved + back > 0 && 'The next update writes what is not written yet.',
    ready > 0 && `Ready, not saved yet: ${countNoun(ready, 'line')}.`,
    asking > 0 && `Which number: ${countNoun(asking, 'line')}.`,
    refused > 0 && `Refused: ${countNoun(refused, 'line')}.`,
    same > 0 && `Nothing to do: ${countNoun(same, 'line')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
