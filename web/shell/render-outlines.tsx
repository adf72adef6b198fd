// Renders the outlines of pages as HTML: the server puts them into the page of their address, and show-outline.ts shows them before the
// app's own script has run. They have nothing to press or to type into, and nothing that depends on data or on the query of the address.
import type {ComponentType} from 'react';
import {renderToStaticMarkup} from 'react-dom/server';
import type {PageRoute} from '../routes.ts';

type OutlineModule = {
  readonly Outline: ComponentType;
  readonly heading: string;
  readonly isLarge?: true;
};

const outlineModules = import.meta.glob<OutlineModule>('../pages/*/outline.tsx', {eager: true});

/** The HTML of a page's outline; empty if it has none. */
export function renderOutline({folder}: PageRoute): string {
  const found = outlineModules[`../pages/${folder}/outline.tsx`];
  if (found === undefined) return '';
  const {Outline, heading, isLarge} = found;
  return renderToStaticMarkup(
    <s-page heading={heading} {...(isLarge ? {inlineSize: 'large'} : {})}>
      <s-stack gap="base">
        <Outline />
      </s-stack>
    </s-page>,
  );
}
