import {useEffect, useRef, useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import {Fold} from '../../shared/details/fold.tsx';
import {useIsNarrow} from '../../shared/list/narrow-screen.ts';
import type {Matter} from '../../shared/orders/matter.ts';
import {countNoun} from '../../text/words.ts';
import {absentKeysMatterKey} from './catalogue-matters.ts';
import {planNext} from './plan-next.ts';
import {readPutAway, savePutAway} from './put-away.ts';
import {RowAction} from './row-actions.tsx';

type NextSectionProps = {
  readonly overview: Overview;
  readonly now: Date;
  /**
   * Whether the set-up card is shown above this section; then the row about missing keys is left out, because the card's first step is the
   * keys.
   */
  readonly isSettingUp: boolean;
};

/** What needs the merchant, the worst first, each row with its buttons. */
export function NextSection({overview, now, isSettingUp}: NextSectionProps) {
  const {shop} = overview;
  const [away, setAway] = useState(() => readPutAway(shop));
  const [outcome, setOutcome] = useState<NextOutcomeProps>({text: '', outcomeNumber: 0});
  const say = (text: string) => setOutcome(({outcomeNumber: number}) => ({text, outcomeNumber: number + 1}));
  const dismiss = (key: string) => {
    setAway(savePutAway(shop, key));
    say('Dismissed until it happens again.');
  };
  const {rows, hiddenCount} = planNext(overview, now, isSettingUp ? new Set([...away, absentKeysMatterKey]) : away);
  if (rows.length === 0 && outcome.outcomeNumber === 0 && isSettingUp) return null;
  return (
    <s-section heading="Next for you">
      <NextOutcome {...outcome} />
      {rows.length === 0 && <s-paragraph color="subdued">Nothing needs you right now.</s-paragraph>}
      <div role="list" style={{display: 'contents'}}>
        {rows.map((matter, index) => (
          <div role="listitem" key={matter.key}>
            <s-stack gap="small">
              {index > 0 && <s-divider />}
              <MatterRow matter={matter} onDone={say} onPutAway={() => dismiss(matter.key)} />
            </s-stack>
          </div>
        ))}
      </div>
      {hiddenCount > 0 && (
        <s-paragraph color="subdued">
          {countNoun(hiddenCount, 'more matter follows', 'more matters follow')} when these are done.
        </s-paragraph>
      )}
    </s-section>
  );
}

type NextOutcomeProps = {
  readonly text: string;
  /**
   * How many outcomes there were. It is the React key, so that each outcome is a new element and is announced even if its text is the same.
   */
  readonly outcomeNumber: number;
};

/** What the last button did. It takes the focus, because the row of the button may be gone. */
function NextOutcome({text, outcomeNumber}: NextOutcomeProps) {
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcomeNumber > 0) status.current?.focus();
  }, [outcomeNumber]);
  return (
    <div ref={status} role="status" tabIndex={-1} style={text === '' ? {display: 'contents'} : {outline: 'none'}}>
      {text !== '' && (
        <s-text key={outcomeNumber} type="strong">
          {text}
        </s-text>
      )}
    </div>
  );
}

type MatterRowProps = {
  readonly matter: Matter;
  readonly onDone: (outcome: string) => void;
  readonly onPutAway: () => void;
};

const toneIcons = {critical: 'alert-circle', warning: 'alert-triangle', info: 'info'} as const;

function MatterRow({matter, onDone, onPutAway}: MatterRowProps) {
  const isNarrow = useIsNarrow();
  const {key, tone, heading, sentences, details, actions, canBePutAway = false} = matter;
  return (
    <s-grid gridTemplateColumns="auto 1fr" gap="small" alignItems="start">
      <s-icon type={toneIcons[tone]} tone={tone} />
      <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr auto, 1fr" gap="small" alignItems="start">
        <s-stack gap="small-400">
          <s-text type="strong">{heading}</s-text>
          {sentences.map((sentence) => (
            <s-text key={sentence}>{sentence}</s-text>
          ))}
          {details !== undefined && (
            <Fold heading="What was answered">
              <s-text color="subdued">{details}</s-text>
            </Fold>
          )}
        </s-stack>
        {/* Several buttons stand below each other rather than take the width of the sentences. */}
        <s-box maxInlineSize={isNarrow ? 'none' : '240px'}>
          <s-stack direction="inline" gap="small-200" justifyContent={isNarrow ? 'start' : 'end'}>
            {actions.map((action) => (
              <RowAction key={`${key}-${action.kind}`} action={action} onDone={onDone} />
            ))}
            {canBePutAway && (
              <s-button variant="tertiary" onClick={onPutAway}>
                Dismiss
              </s-button>
            )}
          </s-stack>
        </s-box>
      </s-grid>
    </s-grid>
  );
}
