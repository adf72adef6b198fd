// The only table of the app's pages: address, file, menu, outline and first questions. The router, the menu, the requests that leave while a
// page's script still loads, and the server's list of scripts and outlines (vite.config.ts) are all derived from it.
import type {ComponentType} from 'react';
import {matchPath} from 'react-router';

/** Data of the server, as shell/prefetch.ts asks for it; `overview` is that of the whole store. */
export type FirstQuestion = 'overview' | 'sales' | 'orders' | 'rules' | 'pricing' | 'settings';

export type PageRoute = {
  /** Of `pages/`, and of `outlines/` where it has an outline. */
  readonly file: string;
  /** In the menu, in this order; left out: the page is reached from others. */
  readonly menu?: string;
  /** What the page shows before its script is there; left out: nothing. */
  readonly outline?: {readonly heading: string; readonly isLarge?: true};
  /** Its main data, asked for while its script still loads. */
  readonly asks?: readonly FirstQuestion[];
};

/** An address is that of the first page whose pattern matches. */
export const routes: Readonly<Record<string, PageRoute>> = {
  '/': {
    file: 'home',
    menu: 'Home',
    outline: {heading: 'Piecewise'},
    asks: ['overview', 'sales'],
  },
  '/setup': {file: 'setup', menu: 'Set-up', outline: {heading: 'Set-up'}, asks: ['overview']},
  '/orders': {
    file: 'orders',
    menu: 'Orders',
    outline: {heading: 'Orders', isLarge: true},
    asks: ['overview', 'orders'],
  },
  '/orders/pay': {file: 'pay-next'},
  '/orders/:id': {file: 'one-order'},
  '/products': {file: 'products', menu: 'Products', outline: {heading: 'Products', isLarge: true}, asks: ['overview']},
  '/products/:articleId': {file: 'one-article'},
  '/rules': {
    file: 'rules',
    menu: 'Import rules',
    outline: {heading: 'Import rules'},
    asks: ['overview', 'rules'],
  },
  '/pricing': {
    file: 'pricing',
    menu: 'Pricing',
    outline: {heading: 'Pricing'},
    asks: ['overview', 'pricing'],
  },
  '/decisions': {file: 'decisions', menu: 'To decide', outline: {heading: 'To decide'}, asks: ['overview']},
  '/runs': {file: 'runs', menu: 'Runs', outline: {heading: 'Runs'}, asks: ['overview']},
  '/runs/:id': {file: 'one-run'},
  '/settings': {
    file: 'settings',
    menu: 'Settings',
    outline: {heading: 'Settings'},
    asks: ['overview', 'settings'],
  },
  '/settings/connection': {file: 'connection', menu: 'Connection', asks: ['overview']},
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
