// A decision of the merchant: one at a time, and what came of it, also why it was refused.
import {useState} from 'react';
import {sentenceOf} from '../api/api.ts';
import {useAction} from '../api/remote.ts';
import type {Decided} from './followed-run.tsx';

export type Decision = {
  /** The name of the decision that is being carried out. */
  readonly running: string | null;
  readonly act: (name: string, work: () => Promise<Decided>) => Promise<void>;
};

export function useDecision(onDone: (decided: Decided) => void): Decision {
  const [running, setRunning] = useState<string | null>(null);
  const action = useAction((work: () => Promise<Decided>) => work());
  const act: Decision['act'] = async (name, work) => {
    if (running !== null) return;
    setRunning(name);
    try {
      onDone(await action.run(work));
    } catch (failed) {
      onDone({text: sentenceOf(failed), runId: null});
    } finally {
      setRunning(null);
    }
  };
  return {running, act};
}
