// The steps from an installed app to a filled store. What is done comes from the server, so that any browser goes on at the right one.
import type {Overview} from '#contract/overview.ts';
import {hasKeys, isStoreFilled, type StepName} from './store-filled.ts';

export type SetUpStep = {
  readonly name: StepName;
  readonly title: string;
  readonly text: string;
  readonly isDone: boolean;
  /** Articles that the step still has, also once it was skipped; null: not known, since not all were read. */
  readonly left: number | null;
};

/** The name and texts of each step, in the order of the steps. */
export const stepTexts: readonly Omit<SetUpStep, 'isDone' | 'left'>[] = [
  {
    name: 'keys',
    title: 'Connect your keys',
    text: 'With them Piecewise reads the supplier’s catalogue and sends your orders.',
  },
  {
    name: 'choose',
    title: 'Choose brands or categories',
    text: 'Nothing is put into your store before you have chosen.',
  },
  {name: 'sizes', title: 'Answer for unstated sizes', text: 'Say once how they are ordered.'},
  {name: 'prices', title: 'Set your prices', text: 'You see what loses money before it is saved.'},
  {
    name: 'trial',
    title: 'Try ten products',
    text: 'Ten of your articles go into your store, for you to look at.',
  },
  {
    name: 'everything',
    title: 'Put everything into the store',
    text: 'One update creates the rest. After that, one starts by itself every night.',
  },
];

/** The steps in their order, and whether each is done. */
export function setUpSteps(overview: Overview): readonly SetUpStep[] {
  const {chosen, missingForPrices, setUp, unanswered} = overview;
  const filled = isStoreFilled(overview);
  const priced = filled || (setUp.pricesSaved && missingForPrices === null);
  const done: Readonly<Record<StepName, boolean>> = {
    keys: hasKeys(overview),
    choose: filled || chosen,
    // Whoever went on to the prices has skipped it.
    sizes: priced || (chosen && !unanswered.unread && !unanswered.sizes),
    prices: priced,
    trial: setUp.everythingAsked || setUp.trial?.state === 'done' || setUp.trial?.state === 'partial',
    everything: filled,
  };
  const left = unanswered.unread > 0 ? null : unanswered.sizes;
  return stepTexts.map((step) => ({...step, isDone: done[step.name], left: step.name === 'sizes' ? left : 0}));
}

/** The first step that is not done; the last one if all are. */
export const nextStep = (steps: readonly SetUpStep[]): SetUpStep | undefined =>
  steps.find(({isDone}) => !isDone) ?? steps.at(-1);
