import {useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import {sentenceOf} from '../../shared/api/api.ts';
import {isUnderWay} from '../../shared/api/polling.ts';
import {articlesQuery, productsApi} from '../../shared/api/products-api.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {AskFirstButton} from '../../shared/list/ask-first-button.tsx';
import {articleListFilterAt, setBackView} from '../../shared/list/shown-articles.ts';
import type {DecisionOutcome} from '../../shared/runs/followed-run.tsx';
import {OutcomeSection} from '../../shared/runs/outcome.tsx';
import {useDecision} from '../../shared/runs/use-decision.ts';
import {count} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';

const label = 'Give back all';
/** The view without search and filters, because all of it is given back. */
const wholeView = articleListFilterAt(new URLSearchParams(), setBackView);

/** Gives back what undos set back, of all products, and says how far that is and what came of it. */
export function GiveBackAll({overview}: {overview: Overview}) {
  const {value} = useRemote(articlesQuery(wholeView, null, isUnderWay(overview.lastRun)));
  const [decided, setDecided] = useState<(DecisionOutcome & {readonly number: number}) | null>(null);
  const [progress, setProgress] = useState<{readonly done: number; readonly of: number} | null>(null);
  const {runningName, decide} = useDecision((last) => {
    setProgress(null);
    setDecided((before) => ({...last, number: (before?.number ?? 0) + 1}));
  });
  const total = value?.total ?? 0;
  if (total === 0 && decided === null && runningName === null) return null;
  const giveBack = () => giveBackAll((done) => setProgress({done, of: Math.max(done, total)}));
  return (
    <s-stack gap="small-200">
      {(total > 0 || runningName !== null) && (
        <s-stack direction="inline" gap="small-200" alignItems="center">
          <AskFirstButton
            label={`${label} (${count(total)})`}
            heading={`${label}: ${countNoun(total, 'product')}`}
            confirmLabel="Give back"
            isRunning={runningName !== null}
            isDisabled={runningName !== null}
            onConfirm={() => void decide(label, giveBack)}
          >
            <s-paragraph>
              The next update writes again what the undo set back, with the prices and texts of your settings. Whatever
              else you changed in your store stays.
            </s-paragraph>
          </AskFirstButton>
          {progress !== null && <s-text>{`${count(progress.done)} of ${countNoun(progress.of, 'product')} …`}</s-text>}
        </s-stack>
      )}
      {decided !== null && <OutcomeSection key={decided.number} decided={decided} />}
    </s-stack>
  );
}

/** Asks the server until nothing is left. @param onProgress called with how many products are given back so far. */
async function giveBackAll(onProgress: (done: number) => void): Promise<DecisionOutcome> {
  let done = 0;
  const outcome = (end: string): DecisionOutcome => ({
    text: `${countNoun(done, 'product is', 'products are')} given back. ${end}`,
    runId: null,
    waits: done > 0,
  });
  try {
    for (;;) {
      const {products, isAll} = await productsApi.giveBackSetBack();
      done += products;
      if (isAll) return outcome('Updates write again what the undo set back.');
      onProgress(done);
    }
  } catch (error) {
    if (done === 0) throw error;
    return outcome(`The others are not: ${sentenceOf(error)}`);
  }
}
