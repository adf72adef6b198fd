import {useEffect, useRef} from 'react';
import {type DecisionOutcome, FollowedRun} from './followed-run.tsx';

/** What the last decision led to. It takes the focus, because the pressed button may be gone. */
export function OutcomeSection({decided: {text, runId}}: {decided: DecisionOutcome}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} role="status" tabIndex={-1} style={{outline: 'none'}}>
      <s-section accessibilityLabel="What your decision led to">
        <s-stack gap="small-200">
          <s-text type="strong">{text}</s-text>
          {runId !== null && <FollowedRun id={runId} />}
        </s-stack>
      </s-section>
    </div>
  );
}
