import {useEffect, useRef} from 'react';
import type {UndoPreview} from '#contract/undo.ts';
import {overviewQuery} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {ArticleName} from '../../shared/list/article-name.tsx';
import {Notice} from '../../shared/page/notice.tsx';
import {FieldValue} from '../../shared/runs/field-value.tsx';
import {fieldLabel} from '../../shared/runs/run-words.ts';
import {count, money} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';

/** What an undo sets back, with examples, what stays and why, and warnings. Takes the focus when it appears. */
export function UndoEffect({preview}: {preview: UndoPreview}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label="What an undo does" style={{outline: 'none'}}>
      {preview.refusal === null ? <UndoDetails preview={preview} /> : <s-text type="strong">{preview.refusal}</s-text>}
    </div>
  );
}

function UndoDetails({preview: {products, fields, sample, stays, warnings, losing, waits}}: {preview: UndoPreview}) {
  return (
    <s-stack gap="small">
      <s-text type="strong">
        {products === 0 ? 'Nothing would be set back.' : `${countNoun(products, 'product')} would be set back.`}
      </s-text>
      {products > 0 && (
        <s-text>{fields.map(({field, count: number}) => `${fieldLabel(field)}: ${count(number)}`).join(' · ')}</s-text>
      )}
      {sample.length > 0 && <UndoSample sample={sample} isAll={sumFieldCounts(fields) <= sample.length} />}
      <LosingProducts losing={losing} />
      {warnings.map(({text, count: number}) => (
        <Notice key={text} tone="warning" heading={`${countNoun(number, 'product')} to look at`}>
          {text}
        </Notice>
      ))}
      {stays.length > 0 && <StayingValues stays={stays} />}
      {waits && <s-text>The undo waits until the update that is going on has ended.</s-text>}
      <s-text color="subdued">
        Right before a product is set back, it is read from your store once more. What was changed in the meantime stays
        too.
      </s-text>
    </s-stack>
  );
}

const sumFieldCounts = (fields: UndoPreview['fields']): number =>
  fields.reduce((sum, {count: number}) => sum + number, 0);

function UndoSample({sample, isAll}: {sample: UndoPreview['sample']; isAll: boolean}) {
  const currency = useRemote(overviewQuery).value?.currency ?? null;
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
              <s-table-cell>
                <span style={{whiteSpace: 'nowrap'}}>{fieldLabel(field)}</span>
              </s-table-cell>
              <s-table-cell>
                <FieldValue field={field} value={from} currency={currency} />
              </s-table-cell>
              <s-table-cell>
                <FieldValue field={field} value={to} currency={currency} />
              </s-table-cell>
            </s-table-row>
          ))}
        </s-table-body>
      </s-table>
    </s-stack>
  );
}

/** How many articles are named for each reason, and among those that lose money. */
const articlesNamed = 3;

function LosingProducts({losing: {count: number, notKnown, currency, sample}}: Pick<UndoPreview, 'losing'>) {
  if (currency === null || number + notKnown === 0) return null;
  const first = sample
    .slice(0, articlesNamed)
    .map(
      ({articleId, name, price, least}) =>
        `${name || articleId} (${money(price, currency)}, at least ${money(least, currency)} is needed)`,
    );
  const more = number > first.length ? ' …' : '';
  return (
    <s-stack gap="small-400">
      {number > 0 && (
        <Notice tone="warning" heading={`${countNoun(number, 'product')} ${number === 1 ? 'loses' : 'lose'} money`}>
          {`After the undo one piece costs more than it earns in a zone your store sells to: ${first.join(', ')}${more}`}
        </Notice>
      )}
      {notKnown > 0 && (
        <s-text color="subdued">{`For ${countNoun(notKnown, 'product')} it is not known whether the price covers the cost.`}</s-text>
      )}
    </s-stack>
  );
}

function StayingValues({stays}: {stays: UndoPreview['stays']}) {
  return (
    <s-stack gap="small-400">
      <s-text type="strong">What stays as it is:</s-text>
      <s-unordered-list>
        {stays.map(({reason, count: number, sample}) => {
          const first = sample
            .slice(0, articlesNamed)
            .map(({articleId, name, field}) => `${name || articleId} (${fieldLabel(field)})`);
          return (
            <s-list-item key={reason}>
              {countNoun(number, 'value')}: {reason} {first.join(', ')}
              {number > first.length ? ' …' : ''}
            </s-list-item>
          );
        })}
      </s-unordered-list>
    </s-stack>
  );
}
