import {useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import {AskFirstButton} from '../../shared/list/ask-first-button.tsx';
import type {DecisionOutcome} from '../../shared/runs/followed-run.tsx';
import {OutcomeSection} from '../../shared/runs/outcome.tsx';
import {useDecision} from '../../shared/runs/use-decision.ts';
import {countNoun} from '../../text/words.ts';
import {publish} from './bulk-in-store.tsx';

/** Publishes all drafts that Piecewise made, also those on other pages of the list. */
export function PublishAll({overview: {listings}}: {readonly overview: Overview}) {
  const [decided, setDecided] = useState<DecisionOutcome | null>(null);
  const {runningName, decide} = useDecision(setDecided);
  const drafts = countNoun(listings.ownDrafts, 'draft');
  return (
    <s-stack gap="small-200">
      {listings.ownDrafts > 0 && (
        <s-stack direction="inline">
          <AskFirstButton
            label={listings.ownDrafts === 1 ? 'Publish the draft' : `Publish all ${drafts}`}
            heading={listings.ownDrafts === 1 ? 'Publish the draft' : `Publish all ${drafts}`}
            confirmLabel="Publish"
            isRunning={runningName !== null}
            isDisabled={false}
            onConfirm={() => void decide('publish', () => publish('all'))}
          >
            <s-paragraph>
              The next update puts them on sale, in your Online Store too. What you made a draft or archived yourself
              stays so, and one that may not be sold waits until it may.
            </s-paragraph>
          </AskFirstButton>
        </s-stack>
      )}
      {decided !== null && <OutcomeSection decided={decided} />}
    </s-stack>
  );
}
