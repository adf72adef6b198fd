// Answers about set-up. Each is checked against its contract.

import type {Overview} from '#contract/overview.ts';
import {SetUp, Trial} from '#contract/set-up.ts';
import {Importing, Template} from '#contract/settings.ts';
import {ProductTemplate} from '#domain/catalogue/template/product-template.ts';
import {anOverview, aRun, build} from '../answers.ts';

export const aSetUp = build(SetUp, {pricesSaved: false, everythingAsked: false, closed: false, trial: null});

/** Of an overview: nothing was put into the store yet. @param steps those that were taken. */
export const settingUp = (steps: Partial<SetUp> = {}) => ({setUp: aSetUp(steps), firstRunDone: false});

export const theTemplate = build(Template, {
  template: ProductTemplate.parse({}),
  standingColour: 'as pictured',
  standingSize: null,
});

export const theImporting = build(Importing, {
  newProducts: 'draft',
  keepOnSale: false,
  retireAs: 'draft',
  onRequest: false,
  historyDays: 90,
});

export const aTrialRun = (changes: Parameters<typeof aRun>[0] = {}) =>
  aRun({id: 'trial-1', kind: 'trial', trigger: 'merchant', named: 10, ...changes});

const brands = ['Aurelio Conti', 'Bergmann & Sohn', 'Casa Lunara', 'Dorian Vale', 'Elm Street'];

const tried = (at: number): Trial['articles'][number] => ({
  articleId: `A-${100 + at}`,
  name: `${brands[at % brands.length]} wool coat with a belt ${at + 1}`,
  brand: brands[at % brands.length] ?? '',
  picture: null,
  state: 'active',
  reason: null,
  productGid: `gid://shopify/Product/${9_000 + at}`,
  price: 18_990 + at,
  cost: 9_500,
  lacks: at === 2 ? ['sizes'] : [],
});

/** Nine products in the store, and one that is not on sale. */
export const aTrial = build(Trial, {
  run: aTrialRun({state: 'done'}),
  articles: Array.from({length: 10}, (_, at) => tried(at)).map((article, at) =>
    at === 9
      ? {
          ...article,
          state: 'held' as const,
          reason: 'The supplier states no price above zero.',
          productGid: null,
          price: null,
        }
      : article,
  ),
});

/** Asked for, and nothing of it is in the store yet. */
export const aTrialUnderWay = (run = aTrialRun({state: 'running', finishedAt: null, step: 'details'})) =>
  aTrial({
    run,
    articles: Array.from({length: 10}, (_, at) => tried(at)).map((article) => ({
      ...article,
      state: null,
      productGid: null,
      price: null,
    })),
  });

export const noTrial = (): Trial => aTrial({run: null, articles: []});

/** Both keys connected, something chosen, nothing in the store. */
export const chosen = (steps: Parameters<typeof settingUp>[0] = {}, changes: Partial<Overview> = {}): Overview =>
  anOverview({
    listings: {active: 0, drafts: 0, ownDrafts: 0, held: 0, retired: 0, quarantined: 0},
    lastRun: aRun({trigger: 'connected'}),
    ...settingUp(steps),
    ...changes,
  });
export const priced = (steps: Parameters<typeof settingUp>[0] = {}) => chosen({pricesSaved: true, ...steps});
