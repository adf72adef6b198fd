import {useEffect, useRef, useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import type {Matter} from '../../shared/orders/matter.ts';
import {counted} from '../../text/words.ts';
import {absentKeys} from './catalogue-matters.ts';
import {planNext} from './plan-next.ts';
import {putAway, readPutAway} from './put-away.ts';
import {RowAction} from './row-actions.tsx';

type NextSectionProps = {
  readonly overview: Overview;
  readonly now: Date;
  /** Whether the guide to the first products stands above: its steps come first, and the keys are among them. */
  readonly isNew: boolean;
};

/** What needs the merchant, the worst first, each row with its buttons. */
export function NextSection({overview, now, isNew}: NextSectionProps) {
  const {shop} = overview;
  const [away, setAway] = useState(() => readPutAway(shop));
  const [outcome, setOutcome] = useState<OutcomeProps>({text: '', number: 0});
  const say = (text: string) => setOutcome(({number}) => ({text, number: number + 1}));
  const dismiss = (key: string) => {
    setAway(putAway(shop, key));
    say('Dismissed until it happens again.');
  };
  const {rows, more} = planNext(overview, now, isNew ? new Set([...away, absentKeys]) : away);
  if (rows.length === 0 && outcome.number === 0 && isNew) return null;
  return (
    <s-section heading="Next for you">
      <Outcome {...outcome} />
      {rows.length === 0 && <s-paragraph color="subdued">Nothing needs you right now.</s-paragraph>}
      <div role="list" style={{display: 'contents'}}>
        {rows.map((matter, index) => (
          <div role="listitem" key={matter.key}>
            <s-stack gap="small">
              {index > 0 && <s-divider />}
              <Row matter={matter} onDone={say} onPutAway={() => dismiss(matter.key)} />
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

type OutcomeProps = {
  readonly text: string;
  /** How many outcomes there were. As the React key it makes a new element, which is announced even if its text is the same. */
  readonly number: number;
};

/** What the last button led to. Its row may be gone by then, so focus moves here. */
function Outcome({text, number}: OutcomeProps) {
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (number > 0) status.current?.focus();
  }, [number]);
  return (
    <div ref={status} role="status" tabIndex={-1} style={text === '' ? {display: 'contents'} : {outline: 'none'}}>
      {text !== '' && (
        <s-text key={number} type="strong">
          {text}
        </s-text>
      )}
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
