// The only table of the app's pages: address, file, menu and first data. The router, the menu, the requests that leave while a
// page's script still loads, and the server's list of scripts and outlines (vite.config.ts) are all derived from it.
import type {ComponentType} from 'react';
import {matchPath} from 'react-router';

/** The name of data that shell/prefetch.ts loads from the server; `overview` is that of the whole store. */
export type FirstQuery = 'overview' | 'sales' | 'orders' | 'rules' | 'pricing' | 'settings';

export type PageRoute = {
  /** The folder below `pages/` that holds its `page.tsx`, and its `outline.tsx` where it has an outline. */
  readonly folder: string;
  /** The entry in the menu, in the order of this table; left out: the page is reached from other pages. */
  readonly menu?: string;
  /** The main data of the page, loaded while its script still loads. */
  readonly firstQueries?: readonly FirstQuery[];
};

/** The pages by address pattern. An address belongs to the first pattern that matches. */
export const routes: Readonly<Record<string, PageRoute>> = {
  '/': {
    folder: 'home',
    menu: 'Home',
    firstQueries: ['overview', 'sales'],
  },
  '/setup': {folder: 'setup', menu: 'Set-up', firstQueries: ['overview']},
  '/orders': {
    folder: 'orders',
    menu: 'Orders',
    firstQueries: ['overview', 'orders'],
  },
  '/orders/pay': {folder: 'pay-next'},
  '/orders/ship': {folder: 'ship-orders'},
  '/orders/:id': {folder: 'one-order'},
  '/products': {
    folder: 'products',
    menu: 'Products',
    firstQueries: ['overview'],
  },
  '/products/:articleId': {folder: 'one-article'},
  '/rules': {
    folder: 'rules',
    menu: 'Import rules',
    firstQueries: ['overview', 'rules'],
  },
  '/pricing': {
    folder: 'pricing',
    menu: 'Pricing',
    firstQueries: ['overview', 'pricing'],
  },
  '/pricing/own': {folder: 'own-prices'},
  '/decisions': {folder: 'decisions', menu: 'To decide', firstQueries: ['overview']},
  '/runs': {folder: 'runs', menu: 'Updates', firstQueries: ['overview']},
  '/runs/:id': {folder: 'one-run'},
  '/reports': {folder: 'reports', menu: 'Reports'},
  '/settings': {
    folder: 'settings',
    menu: 'Settings',
    firstQueries: ['overview', 'settings'],
  },
  '/settings/connection': {folder: 'settings', firstQueries: ['overview', 'settings']},
  '/settings/fulfilment': {folder: 'fulfilment'},
  '/settings/mail': {folder: 'mail'},
  '/settings/products': {folder: 'product-look'},
  '/settings/activity': {folder: 'activity'},
  '/settings/help': {folder: 'help'},
  '/settings/leave': {folder: 'leave'},
  '/open/order': {folder: 'open-order'},
  '/open/product': {folder: 'open-product'},
  '*': {folder: 'no-such-page'},
};

/** The page at an address: the first one whose pattern matches. */
export const routeAt = (address: string): PageRoute | undefined =>
  Object.entries(routes).find(([path]) => matchPath(path, address) !== null)?.[1];

type PageModule = {readonly Page: ComponentType};

const pageModules = import.meta.glob<PageModule>('./pages/*/page.tsx');

/** Loads the script of a page and returns its component. */
export async function loadPage({folder}: PageRoute): Promise<ComponentType> {
  const load = pageModules[`./pages/${folder}/page.tsx`];
  if (load === undefined) throw new Error(`There is no page ${folder}.`);
  return (await load()).Page;
}
