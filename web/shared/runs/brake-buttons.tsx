import type {Brake, BrakeDecided} from '#contract/approvals.ts';
import {count} from '../../text/format.ts';
import {api} from '../api/api.ts';
import {useAttempt} from '../api/remote.ts';
import {brakeTexts} from './brake-texts.ts';

type BrakeButtonsProps = {
  readonly brake: Brake;
  /**
   * Called with a sentence that says what happened, or why nothing did, and the run that carries it out; null: no run began. The brake
   * may be gone by then.
   */
  readonly onDone: (outcome: string, run: BrakeDecided['run']) => void;
};

type BrakeDecision = 'release' | 'discard';

/** The buttons of both decisions about a brake. A release takes products off sale, changes prices or removes variants, so it asks first. */
export function BrakeButtons({brake, onDone}: BrakeButtonsProps) {
  const {release, discard} = brakeTexts[brake.kind];
  const modal = `release-${brake.id}`;
  const {attempt, running} = useAttempt((decision: BrakeDecision) => api.decideBrake(brake.id, decision), {
    onDone: ({run}, decision) => {
      const when = run === null ? 'The next update does it.' : 'The update below does it.';
      onDone(`${brakeTexts[brake.kind][decision].done} ${decision === 'release' ? when : ''}`.trim(), run);
    },
    onRefused: (failure) => onDone(failure, null),
  });
  return (
    <>
      <s-button loading={running === 'release'} commandFor={modal} command="--show">
        {release.button}
      </s-button>
      <s-button loading={running === 'discard'} onClick={() => void attempt('discard')}>
        {discard.button}
      </s-button>
      <s-modal id={modal} heading={`${release.button}?`} size="small">
        <s-paragraph>{release.question(count(brake.articles), brake.articles)}</s-paragraph>
        <s-button slot="secondary-actions" commandFor={modal} command="--hide">
          Cancel
        </s-button>
        <s-button
          slot="primary-action"
          variant="primary"
          tone="critical"
          commandFor={modal}
          command="--hide"
          onClick={() => void attempt('release')}
        >
          {release.button}
        </s-button>
      </s-modal>
    </>
  );
}
