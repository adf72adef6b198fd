// The only table of the app's pages: address, file, menu, outline and first questions. The router, the menu, the requests that leave while a
// page's script still loads, and the server's list of scripts and outlines (vite.config.ts) are all derived from it.
import type {ComponentType} from 'react';
import {matchPath} from 'react-router';
import {rulesQuestion} from './components/rules/rules-api.ts';
import {ordersQuestion, overviewQuestion, pricingQuestion, salesQuestion, settingsQuestion} from './questions.ts';
import type {Question} from './remote.ts';
import {shownAt} from './text/words.ts';

/** Asks early, and never rejects: a failure is shown by the page, which asks again. */
export type Ask = <T>(question: Question<T>) => Promise<void>;

export type PageRoute = {
  /** Of `pages/`, and of `outlines/` where it has an outline. */
  readonly file: string;
  /** In the menu, in this order; left out: the page is reached from others. */
  readonly menu?: string;
  /** What the page shows before its script is there; left out: nothing. */
  readonly outline?: {readonly heading: string; readonly isLarge?: true};
  /** Its main data. */
  readonly ask?: (ask: Ask, search: URLSearchParams) => readonly Promise<void>[];
};

/** Of a page that shows something of the whole store. */
const askOverview = (ask: Ask) => [ask(overviewQuestion)];

/** An address is that of the first page whose pattern matches. */
export const routes: Readonly<Record<string, PageRoute>> = {
  '/': {
    file: 'home',
    menu: 'Home',
    outline: {heading: 'Piecewise'},
    ask: (ask) => [ask(overviewQuestion), ask(salesQuestion)],
  },
  '/setup': {file: 'setup', menu: 'Set-up', outline: {heading: 'Set-up'}, ask: askOverview},
  '/orders': {
    file: 'orders',
    menu: 'Orders',
    outline: {heading: 'Orders', isLarge: true},
    ask: (ask, search) => [ask(overviewQuestion), ask(ordersQuestion({...shownAt(search), cursor: null}))],
  },
  '/orders/pay': {file: 'pay-next'},
  '/orders/:id': {file: 'one-order'},
  '/products': {file: 'products', menu: 'Products', outline: {heading: 'Products', isLarge: true}, ask: askOverview},
  '/products/:articleId': {file: 'one-article'},
  '/rules': {
    file: 'rules',
    menu: 'Import rules',
    outline: {heading: 'Import rules'},
    ask: (ask) => [ask(overviewQuestion), ask(rulesQuestion)],
  },
  '/pricing': {
    file: 'pricing',
    menu: 'Pricing',
    outline: {heading: 'Pricing'},
    ask: (ask) => [ask(overviewQuestion), ask(pricingQuestion)],
  },
  '/decisions': {file: 'decisions', menu: 'To decide', outline: {heading: 'To decide'}, ask: askOverview},
  '/runs': {file: 'runs', menu: 'Runs', outline: {heading: 'Runs'}, ask: askOverview},
  '/runs/:id': {file: 'one-run'},
  '/settings': {
    file: 'settings',
    menu: 'Settings',
    outline: {heading: 'Settings'},
    ask: (ask) => [ask(overviewQuestion), ask(settingsQuestion)],
  },
  '/settings/connection': {file: 'connection', menu: 'Connection', ask: askOverview},
  '/open/order': {file: 'open-order'},
  '/open/product': {file: 'open-product'},
  '*': {file: 'no-such-page'},
};

export const routeAt = (address: string): PageRoute | undefined =>
  Object.entries(routes).find(([path]) => matchPath(path, address) !== null)?.[1];

type PageModule = {readonly Page: ComponentType};

const pages = import.meta.glob<PageModule>('./pages/*.tsx');

/** Loads the page's script when it is called. */
export async function loadPage({file}: PageRoute): Promise<ComponentType> {
  const load = pages[`./pages/${file}.tsx`];
  if (load === undefined) throw new Error(`There is no page ${file}.`);
  return (await load()).Page;
}
