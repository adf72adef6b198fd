import {useEffect, useRef} from 'react';
import type {UndoPreview} from '#contract/undo.ts';
import {ArticleName} from '../../shared/list/article-name.tsx';
import {Notice} from '../../shared/page/notice.tsx';
import {fieldWord, valueText} from '../../shared/runs/run-words.ts';
import {count, money} from '../../text/format.ts';
import {counted} from '../../text/words.ts';

/** What is set back, with examples; what stays, by reason; what to know before. Takes the focus when it appears. */
export function UndoEffect({preview}: {preview: UndoPreview}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label="What an undo does" style={{outline: 'none'}}>
      {preview.refusal === null ? <Effect preview={preview} /> : <s-text type="strong">{preview.refusal}</s-text>}
    </div>
  );
}

function Effect({preview: {products, fields, sample, stays, warnings, losing, waits}}: {preview: UndoPreview}) {
  return (
    <s-stack gap="small">
      <s-text type="strong">
        {products === 0 ? 'Nothing would be set back.' : `${counted(products, 'product')} would be set back.`}
      </s-text>
      {products > 0 && (
        <s-text>{fields.map(({field, count: number}) => `${fieldWord(field)}: ${count(number)}`).join(' · ')}</s-text>
      )}
      {sample.length > 0 && <Sample sample={sample} isAll={sumOf(fields) <= sample.length} />}
      <Losing losing={losing} />
      {warnings.map(({text, count: number}) => (
        <Notice key={text} tone="warning" heading={counted(number, 'product')}>
          {text}
        </Notice>
      ))}
      {stays.length > 0 && <Stays stays={stays} />}
      {waits && <s-text>The undo waits until the run that is going on has ended.</s-text>}
      <s-text color="subdued">
        Right before a product is set back, it is read from your store once more. What was changed in the meantime stays
        too.
      </s-text>
    </s-stack>
  );
}

const sumOf = (fields: UndoPreview['fields']): number => fields.reduce((sum, {count: number}) => sum + number, 0);

function Sample({sample, isAll}: {sample: UndoPreview['sample']; isAll: boolean}) {
  return (
    <s-stack gap="small-400">
      <s-text color="subdued">{isAll ? 'These values:' : `The first ${count(sample.length)} of these values:`}</s-text>
      <s-table>
        <s-table-header-row>
          <s-table-header listSlot="primary">Article</s-table-header>
          <s-table-header listSlot="secondary">Field</s-table-header>
          <s-table-header>Now</s-table-header>
          <s-table-header>After the undo</s-table-header>
        </s-table-header-row>
        <s-table-body>
          {sample.map(({articleId, name, field, from, to}) => (
            <s-table-row key={`${articleId} ${field}`}>
              <s-table-cell>
                <ArticleName id={articleId} name={name} />
              </s-table-cell>
              <s-table-cell>{fieldWord(field)}</s-table-cell>
              <s-table-cell>{valueText(field, from)}</s-table-cell>
              <s-table-cell>{valueText(field, to)}</s-table-cell>
            </s-table-row>
          ))}
        </s-table-body>
      </s-table>
    </s-stack>
  );
}

/** How many articles are named for each reason, and of those that lose money. */
const named = 3;

function Losing({losing: {count: number, notKnown, currency, sample}}: Pick<UndoPreview, 'losing'>) {
  if (currency === null || number + notKnown === 0) return null;
  const first = sample
    .slice(0, named)
    .map(
      ({articleId, name, price, least}) =>
        `${name || articleId} (${money(price, currency)}, at least ${money(least, currency)} is needed)`,
    );
  const more = number > first.length ? ' …' : '';
  return (
    <s-stack gap="small-400">
      {number > 0 && (
        <Notice tone="warning" heading={`${counted(number, 'product')} ${number === 1 ? 'loses' : 'lose'} money`}>
          {`After the undo one piece costs more than it earns in a zone your store sells to: ${first.join(', ')}${more}`}
        </Notice>
      )}
      {notKnown > 0 && (
        <s-text color="subdued">{`Whether the price covers the cost is not known of ${counted(notKnown, 'product')}.`}</s-text>
      )}
    </s-stack>
  );
}

function Stays({stays}: {stays: UndoPreview['stays']}) {
  return (
    <s-stack gap="small-400">
      <s-text type="strong">What stays as it is:</s-text>
      <s-unordered-list>
        {stays.map(({reason, count: number, sample}) => {
          const first = sample
            .slice(0, named)
            .map(({articleId, name, field}) => `${name || articleId} (${fieldWord(field)})`);
          return (
            <s-list-item key={reason}>
              {counted(number, 'value')}: {reason} {first.join(', ')}
              {number > first.length ? ' …' : ''}
            </s-list-item>
          );
        })}
      </s-unordered-list>
    </s-stack>
  );
}
