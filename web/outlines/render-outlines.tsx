// The outlines of pages as HTML: the server puts them into the page of their address, where they are painted before any script of the
// app has run. They have nothing to press or to type into, and nothing that depends on data or on the query of the address.
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

/** @returns the HTML of each outline, by the path of its page. */
export const renderOutlines = (): Readonly<Record<string, string>> => ({
  '/': renderToStaticMarkup(
    <s-page heading="Piecewise">
      <Sections>
        <HomeOutline />
      </Sections>
    </s-page>,
  ),
  '/orders': renderToStaticMarkup(
    <s-page heading="Orders" inlineSize="large">
      <Sections>
        <OrdersOutline />
      </Sections>
    </s-page>,
  ),
  '/products': renderToStaticMarkup(
    <s-page heading="Products" inlineSize="large">
      <Sections>
        <ProductsOutline />
      </Sections>
    </s-page>,
  ),
  '/rules': renderToStaticMarkup(
    <s-page heading="Import rules">
      <Sections>
        <RulesOutline />
      </Sections>
    </s-page>,
  ),
  '/pricing': renderToStaticMarkup(
    <s-page heading="Pricing">
      <Sections>
        <PricingOutline />
      </Sections>
    </s-page>,
  ),
  '/runs': renderToStaticMarkup(
    <s-page heading="Runs">
      <Sections>
        <RunsOutline />
      </Sections>
    </s-page>,
  ),
  '/decisions': renderToStaticMarkup(
    <s-page heading="To decide">
      <Sections>
        <DecisionsOutline />
      </Sections>
    </s-page>,
  ),
  '/setup': renderToStaticMarkup(
    <s-page heading="Set-up">
      <Sections>
        <SetupOutline />
      </Sections>
    </s-page>,
  ),
  '/settings': renderToStaticMarkup(
    <s-page heading="Settings">
      <Sections>
        <SettingsOutline />
      </Sections>
    </s-page>,
  ),
});

const Sections = ({children}: {readonly children: ReactNode}) => <s-stack gap="base">{children}</s-stack>;
