// Renders the outlines of pages as HTML: the server puts them into the page of their address, and show-outline.ts shows them before the
// app's own script has run. They have nothing to press or to type into, and nothing that depends on data or on the query of the address.
import type {ComponentType} from 'react';
import {renderToStaticMarkup} from 'react-dom/server';
import type {PageRoute} from '../routes.ts';

const outlineModules = import.meta.glob<{readonly Outline: ComponentType}>('../pages/*/outline.tsx', {eager: true});

/** The HTML of a page's outline; empty if it has none. */
export function renderOutline({folder, outline}: PageRoute): string {
  if (outline === undefined) return '';
  const Outline = outlineModules[`../pages/${folder}/outline.tsx`]?.Outline;
  if (Outline === undefined) throw new Error(`The page ${folder} has no outline.`);
  return renderToStaticMarkup(
    <s-page heading={outline.heading} {...(outline.isLarge ? {inlineSize: 'large'} : {})}>
      <s-stack gap="base">
        <Outline />
      </s-stack>
    </s-page>,
  );
}
