import {useEffect, useRef, useState} from 'react';
import type {Brake} from '#contract/approvals.ts';
import {api, sentenceOf} from '../api.ts';
import {count} from '../format.ts';
import {useAction} from '../remote.ts';
import {brakeWords} from '../words.ts';

type Decision = 'release' | 'discard';

/** Brakes that wait for the merchant, each with its reason, its products, and both decisions. */
export function BrakeBanners({brakes}: {brakes: readonly Brake[]}) {
  const [outcome, setOutcome] = useState('');
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome !== '') status.current?.focus();
  }, [outcome]);
  const decideBrake = useAction(({id, decision}: {id: string; decision: Decision}) => api.decideBrake(id, decision));
  const decide = async (brake: Brake, decision: Decision) => {
    try {
      const {run} = await decideBrake.run({id: brake.id, decision});
      const when = run === null ? 'The next run does it.' : 'A run does it now.';
      setOutcome(`${brakeWords[brake.kind][decision].done} ${decision === 'release' ? when : ''}`.trim());
    } catch (failed) {
      shopify.toast.show(sentenceOf(failed), {isError: true});
    }
  };
  return (
    <>
      <div ref={status} role="status" tabIndex={-1} style={outcome === '' ? {display: 'contents'} : {outline: 'none'}}>
        {outcome !== '' && <s-text>{outcome}</s-text>}
      </div>
      {brakes
        .filter(({state}) => state === 'held')
        .map((brake) => (
          <BrakeBanner key={brake.id} brake={brake} onDecide={(decision) => decide(brake, decision)} />
        ))}
    </>
  );
}

type BrakeBannerProps = {readonly brake: Brake; readonly onDecide: (decision: Decision) => Promise<void>};

function BrakeBanner({brake, onDecide}: BrakeBannerProps) {
  const [busy, setBusy] = useState<Decision | null>(null);
  const {heading, release, discard} = brakeWords[brake.kind];
  const number = count(brake.articles);
  const modal = `release-${brake.id}`;
  const decide = async (decision: Decision) => {
    setBusy(decision);
    await onDecide(decision);
    setBusy(null);
  };
  return (
    <>
      <s-banner tone="warning" heading={heading(number, brake.articles)}>
        <s-stack gap="small-300">
          <s-paragraph>{brake.reason}</s-paragraph>
          <s-paragraph>{listed(brake)}</s-paragraph>
        </s-stack>
        <s-button slot="secondary-actions" loading={busy === 'release'} commandFor={modal} command="--show">
          {release.button}
        </s-button>
        <s-button slot="secondary-actions" loading={busy === 'discard'} onClick={() => void decide('discard')}>
          {discard.button}
        </s-button>
      </s-banner>
      <s-modal id={modal} heading={`${release.button}?`} size="small">
        <s-paragraph>{release.question(number, brake.articles)}</s-paragraph>
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

/** The first products by name, and the number of the others. */
function listed({sample, articles}: Brake): string {
  const names = sample.map(({articleId, name}) => name || articleId).join(', ');
  const more = articles - sample.length;
  return more > 0 ? `${names} and ${count(more)} more.` : `${names}.`;
}
