import {useEffect, useRef, useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import type {Matter} from '../../next-for-you/matter.ts';
import {planNext} from '../../next-for-you/plan-next.ts';
import {counted} from '../../words.ts';
import {RowAction} from './row-actions.tsx';

type NextSectionProps = {
  readonly overview: Overview;
  readonly now: Date;
  /** Whether the steps of the set-up are done. While they are not, they are what comes next. */
  readonly isSetUp: boolean;
};

/** What needs the merchant, the worst first, each row with its buttons. */
export function NextSection({overview, now, isSetUp}: NextSectionProps) {
  const [putAway, setPutAway] = useState<ReadonlySet<string>>(new Set());
  const [outcome, setOutcome] = useState('');
  const {rows, more} = planNext(overview, now, putAway);
  if (rows.length === 0 && outcome === '' && !isSetUp) return null;
  return (
    <s-section heading="Next for you">
      <Outcome text={outcome} />
      {rows.length === 0 && <s-paragraph color="subdued">Nothing needs you right now.</s-paragraph>}
      <div role="list" style={{display: 'contents'}}>
        {rows.map((matter, index) => (
          <div role="listitem" key={matter.key}>
            <s-stack gap="small">
              {index > 0 && <s-divider />}
              <Row
                matter={matter}
                onDone={setOutcome}
                onPutAway={() => setPutAway(new Set([...putAway, matter.key]))}
              />
            </s-stack>
          </div>
        ))}
      </div>
      {more > 0 && (
        <s-paragraph color="subdued">
          {counted(more, 'more matter follows', 'more matters follow')} when these are done.
        </s-paragraph>
      )}
    </s-section>
  );
}

/** What the last button led to. The row is gone by then, so focus moves here. */
function Outcome({text}: {text: string}) {
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text !== '') status.current?.focus();
  }, [text]);
  return (
    <div ref={status} role="status" tabIndex={-1} style={text === '' ? {display: 'contents'} : {outline: 'none'}}>
      {text !== '' && <s-text type="strong">{text}</s-text>}
    </div>
  );
}

type RowProps = {
  readonly matter: Matter;
  readonly onDone: (outcome: string) => void;
  readonly onPutAway: () => void;
};

const icons = {critical: 'alert-circle', warning: 'alert-triangle', info: 'info'} as const;

function Row({matter, onDone, onPutAway}: RowProps) {
  const {key, tone, heading, sentences, actions, canBePutAway = false} = matter;
  return (
    <s-grid gridTemplateColumns="auto 1fr" gap="small" alignItems="start">
      <s-icon type={icons[tone]} tone={tone} />
      <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr auto, 1fr" gap="small" alignItems="start">
        <s-stack gap="small-400">
          <s-text type="strong">{heading}</s-text>
          {sentences.map((sentence) => (
            <s-text key={sentence}>{sentence}</s-text>
          ))}
        </s-stack>
        <s-stack direction="inline" gap="small-200">
          {actions.map((action) => (
            <RowAction key={`${key}-${action.kind}`} action={action} onDone={onDone} />
          ))}
          {canBePutAway && (
            <s-button variant="tertiary" onClick={onPutAway}>
              Dismiss
            </s-button>
          )}
        </s-stack>
      </s-grid>
    </s-grid>
  );
}
