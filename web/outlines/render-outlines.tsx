// The outlines of pages as HTML: the server puts them into the page of their address, and show-outline.ts shows them before the app's
// own script has run. They have nothing to press or to type into, and nothing that depends on data or on the query of the address.
import type {ReactNode} from 'react';
import {renderToStaticMarkup} from 'react-dom/server';
import {DecisionsOutline} from './decisions-outline.tsx';
import {HomeOutline} from './home-outline.tsx';
import {OrdersOutline} from './orders-outline.tsx';
import {PricingOutline} from './pricing-outline.tsx';
import {ProductsOutline} from './products-outline.tsx';
import {RulesOutline} from './rules-outline.tsx';
import {RunsOutline} from './runs-outline.tsx';
import {SettingsOutline} from './settings-outline.tsx';
import {SetupOutline} from './setup-outline.tsx';

type OutlinedPage = {
  readonly path: string;
  readonly heading: string;
  readonly isLarge?: true;
  readonly content: ReactNode;
};

const pages: readonly OutlinedPage[] = [
  {path: '/', heading: 'Piecewise', content: <HomeOutline />},
  {path: '/orders', heading: 'Orders', isLarge: true, content: <OrdersOutline />},
  {path: '/products', heading: 'Products', isLarge: true, content: <ProductsOutline />},
  {path: '/decisions', heading: 'To decide', content: <DecisionsOutline />},
  {path: '/rules', heading: 'Import rules', content: <RulesOutline />},
  {path: '/pricing', heading: 'Pricing', content: <PricingOutline />},
  {path: '/runs', heading: 'Runs', content: <RunsOutline />},
  {path: '/setup', heading: 'Set-up', content: <SetupOutline />},
  {path: '/settings', heading: 'Settings', content: <SettingsOutline />},
];

/** @returns the HTML of each outline, by the path of its page. */
export const renderOutlines = (): Readonly<Record<string, string>> =>
  Object.fromEntries(pages.map((page) => [page.path, renderToStaticMarkup(<Outline {...page} />)]));

const Outline = ({heading, isLarge, content}: OutlinedPage) => (
  <s-page heading={heading} {...(isLarge ? {inlineSize: 'large'} : {})}>
    <s-stack gap="base">{content}</s-stack>
  </s-page>
);
