import {useEffect, useRef, useState} from 'react';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {saveFile} from '../../shared/page/save-file.ts';
import {countNoun} from '../../text/words.ts';
import {failedLines, toFailedFile} from './failed-lines.ts';
import {LinesTable} from './lines-table.tsx';
import {type ListLine, readyLines, type ShipList} from './ship-list.ts';

type ResultsSectionProps = {readonly list: ShipList; readonly checked: NonNullable<ShipList['checked']>};

/** The result of each line, the button that marks the orders as shipped, and the file of what was not done. */
export function ResultsSection({list, checked}: ResultsSectionProps) {
  const {lines, notifiesBuyer} = checked;
  const [notifies, setNotifies] = useState(notifiesBuyer === true);
  const ready = readyLines(lines).length;
  const failed = failedLines(lines).length;
  return (
    <s-section heading="Result of each line">
      <s-stack gap="base">
        <Summary lines={lines} isShipping={list.isShipping} />
        {ready > 0 && (
          <s-checkbox
            label="Tell the buyers by e-mail"
            details={
              notifiesBuyer === null
                ? 'Your setting for this cannot be read. Tick it if the buyers are to get an e-mail.'
                : 'Shopify writes to each buyer, with the tracking.'
            }
            checked={notifies}
            disabled={list.isShipping}
            onChange={(event) => setNotifies(event.currentTarget.checked)}
          />
        )}
        <ActionFailure failure={list.shipFailure} heading="Not all were sent" />
        <s-stack direction="inline" gap="small-200">
          {ready > 0 && (
            <s-button variant="primary" loading={list.isShipping} onClick={() => list.ship(notifies)}>
              Mark {countNoun(ready, 'order')} as shipped
            </s-button>
          )}
          {failed > 0 && (
            <s-button onClick={() => saveFile(toFailedFile(lines), 'not-shipped.csv')}>
              Save what was refused as CSV
            </s-button>
          )}
        </s-stack>
        <LinesTable lines={lines} />
      </s-stack>
    </s-section>
  );
}

/** How many lines came to what. It takes the focus when the check or the sending has ended. */
function Summary({lines, isShipping}: {lines: readonly ListLine[]; isShipping: boolean}) {
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isShipping) status.current?.focus();
  }, [isShipping]);
  return (
    <div ref={status} role="status" tabIndex={-1} style={{outline: 'none'}}>
      <s-text type="strong">{summaryText(lines)}</s-text>
    </div>
  );
}

function summaryText(lines: readonly ListLine[]): string {
  const shipped = lines.filter(({outcome}) => outcome?.isShipped === true).length;
  const ready = readyLines(lines).length;
  const known = lines.filter(({state}) => state === 'known').length;
  const failed = failedLines(lines).length;
  return [
    shipped > 0 && `Marked as shipped: ${countNoun(shipped, 'order')}. Piecewise writes the tracking to your store.`,
    ready > 0 && `Ready: ${countNoun(ready, 'line')}.`,
    failed > 0 && `Refused: ${countNoun(failed, 'line')}.`,
    known > 0 && `Nothing to do: ${countNoun(known, 'line')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
