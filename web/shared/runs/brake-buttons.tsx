import {useState} from 'react';
import type {Brake, BrakeDecided} from '#contract/approvals.ts';
import {count} from '../../text/format.ts';
import {brakeWords} from '../../text/words.ts';
import {api, sentenceOf} from '../api/api.ts';
import {useAction} from '../api/remote.ts';

type BrakeButtonsProps = {
  readonly brake: Brake;
  /** Called with a sentence that says what happened, and the run that does it. */
  readonly onDone: (outcome: string, run: BrakeDecided['run']) => void;
};

type Decision = 'release' | 'discard';

/** Both decisions about what a run has stopped. A release takes products off sale, changes prices or removes variants, so it asks first. */
export function BrakeButtons({brake, onDone}: BrakeButtonsProps) {
  const [busy, setBusy] = useState<Decision | null>(null);
  const decideBrake = useAction((decision: Decision) => api.decideBrake(brake.id, decision));
  const {release, discard} = brakeWords[brake.kind];
  const modal = `release-${brake.id}`;
  const decide = async (decision: Decision) => {
    setBusy(decision);
    try {
      const {run} = await decideBrake.run(decision);
      const when = run === null ? 'The next run does it.' : 'A run does it now.';
      onDone(`${brakeWords[brake.kind][decision].done} ${decision === 'release' ? when : ''}`.trim(), run);
    } catch (failed) {
      shopify.toast.show(sentenceOf(failed), {isError: true});
    } finally {
      setBusy(null);
    }
  };
  return (
    <>
      <s-button loading={busy === 'release'} commandFor={modal} command="--show">
        {release.button}
      </s-button>
      <s-button loading={busy === 'discard'} onClick={() => void decide('discard')}>
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
          onClick={() => void decide('release')}
        >
          {release.button}
        </s-button>
      </s-modal>
    </>
  );
}
