import {useEffect, useRef} from 'react';
import {ApplyNow} from './apply-now.tsx';
import {type DecisionOutcome, FollowedRun} from './followed-run.tsx';

/** What the last decision led to. It takes the focus, because the pressed button may be gone. */
export function OutcomeSection({decided: {text, runId, waits = false, notDone = []}}: {decided: DecisionOutcome}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} role="status" tabIndex={-1} style={{outline: 'none'}}>
      <s-section accessibilityLabel="What your decision led to">
        <s-stack gap="small-200">
          <s-text type="strong">{text}</s-text>
          {notDone.map(({id, name, why}) => (
            <s-text key={id} tone="critical">
              {name}: {why}
            </s-text>
          ))}
          {runId !== null && <FollowedRun id={runId} />}
          {runId === null && waits && <ApplyNow />}
        </s-stack>
      </s-section>
    </div>
  );
}
