// Carries out the merchant's decisions, one at a time, and reports what each led to, or why it was refused.
import {useAttempt} from '../api/remote.ts';
import type {DecisionOutcome} from './followed-run.tsx';

export type DecisionAction = {
  /** The name of the decision that is being carried out; null: none. */
  readonly runningName: string | null;
  /** Carries out `work` under a name, unless another decision is running. */
  readonly decide: (name: string, work: () => Promise<DecisionOutcome>) => Promise<void>;
};

/**
 * Carries out decisions one at a time. @param onDone called with what a decision led to, or with the sentence that says why it was
 * refused.
 */
export function useDecision(onDone: (decided: DecisionOutcome) => void): DecisionAction {
  const {attempt, running} = useAttempt(
    ({work}: {readonly name: string; readonly work: () => Promise<DecisionOutcome>}) => work(),
    {
      onDone,
      onRefused: (text) => onDone({text, runId: null}),
    },
  );
  return {runningName: running?.name ?? null, decide: (name, work) => attempt({name, work})};
}
