// The only table of the app's pages: address, file, menu, outline and first questions. The router, the menu, the requests that leave while a
// page's script still loads, and the server's list of scripts and outlines (vite.config.ts) are all derived from it.
import type {ComponentType} from 'react';
import {matchPath} from 'react-router';

/** Data of the server, as shell/prefetch.ts asks for it; `overview` is that of the whole store. */
export type FirstQuestion = 'overview' | 'sales' | 'orders' | 'rules' | 'pricing' | 'settings';

export type PageRoute = {
  /** The folder below `pages/` that holds its `page.tsx`, and its `outline.tsx` where it has an outline. */
  readonly folder: string;
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
    folder: 'home',
    menu: 'Home',
    outline: {heading: 'Piecewise'},
    asks: ['overview', 'sales'],
  },
  '/setup': {folder: 'setup', menu: 'Set-up', outline: {heading: 'Set-up'}, asks: ['overview']},
  '/orders': {
    folder: 'orders',
    menu: 'Orders',
    outline: {heading: 'Orders', isLarge: true},
    asks: ['overview', 'orders'],
  },
  '/orders/pay': {folder: 'pay-next'},
  '/orders/:id': {folder: 'one-order'},
  '/products': {
    folder: 'products',
    menu: 'Products',
    outline: {heading: 'Products', isLarge: true},
    asks: ['overview'],
  },
  '/products/:articleId': {folder: 'one-article'},
  '/rules': {
    folder: 'rules',
    menu: 'Import rules',
    outline: {heading: 'Import rules'},
    asks: ['overview', 'rules'],
  },
  '/pricing': {
    folder: 'pricing',
    menu: 'Pricing',
    outline: {heading: 'Pricing'},
    asks: ['overview', 'pricing'],
  },
  '/decisions': {folder: 'decisions', menu: 'To decide', outline: {heading: 'To decide'}, asks: ['overview']},
  '/runs': {folder: 'runs', menu: 'Runs', outline: {heading: 'Runs'}, asks: ['overview']},
  '/runs/:id': {folder: 'one-run'},
  '/settings': {
    folder: 'settings',
    menu: 'Settings',
    outline: {heading: 'Settings'},
    asks: ['overview', 'settings'],
  },
  '/settings/connection': {folder: 'connection', menu: 'Connection', asks: ['overview']},
  '/open/order': {folder: 'open-order'},
  '/open/product': {folder: 'open-product'},
  '*': {folder: 'no-such-page'},
};

export const routeAt = (address: string): PageRoute | undefined =>
  Object.entries(routes).find(([path]) => matchPath(path, address) !== null)?.[1];

type PageModule = {readonly Page: ComponentType};

const pages = import.meta.glob<PageModule>('./pages/*/page.tsx');

/** Loads the page's script when it is called. */
export async function loadPage({folder}: PageRoute): Promise<ComponentType> {
  const load = pages[`./pages/${folder}/page.tsx`];
  if (load === undefined) throw new Error(`There is no page ${folder}.`);
  return (await load()).Page;
}
