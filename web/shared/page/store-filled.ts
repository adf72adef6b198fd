// Whether set-up is over, and its addresses. Apart from the texts of its steps, because the menu needs this before any page is loaded.
import type {Overview} from '#contract/overview.ts';

/** The names of the steps of set-up, in their order. */
export type StepName = 'keys' | 'choose' | 'sizes' | 'prices' | 'trial' | 'everything';

/** Whether set-up is over: a run has once put everything that was chosen into the store, or the merchant has closed set-up. */
export const isStoreFilled = ({setUp, firstRunDone}: Pick<Overview, 'setUp' | 'firstRunDone'>): boolean =>
  setUp.closed || firstRunDone;

/** Whether the supplier accepts both keys: without them no update runs. */
export const hasKeys = ({connection: {catalogue, dropship}}: Pick<Overview, 'connection'>): boolean =>
  catalogue.state === 'accepted' && dropship.state === 'accepted';

/** The address of the page Set-up. */
export const setUpPage = '/setup';

/** The address of the set-up page with this step open. */
export const stepAddress = (name: StepName): string => `${setUpPage}?step=${name}`;
