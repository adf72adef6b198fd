// Boxes, stacks and grids.
import {at, define} from './element.js';
import {space} from './look.js';

const responsive = /^@container[^()]*\((?:inline-size|width)\s*([<>]=?)\s*(\d+)px\)\s*(.+?),\s*([^,]+)$/;
const watching = new Set();

addEventListener('resize', () => {
  for (const element of watching) {
    if (element.isConnected) element.refresh();
    else watching.delete(element);
  }
});

/** "@container (inline-size > 500px) A, B" picks A or B by the width of the nearest s-query-container or the page. */
function pick(element, value) {
  const match = responsive.exec(value ?? '');
  if (!match) return value;
  watching.add(element);
  const width = (element.closest('s-query-container') ?? document.documentElement).clientWidth;
  const [, sign, limit, then, otherwise] = match;
  return (sign.startsWith('>') ? width > Number(limit) : width < Number(limit)) ? then : otherwise;
}

const asIs = (value) => value;
const backgrounds = {base: 'var(--surface)', subdued: 'var(--subtle)', strong: '#ebebeb', transparent: 'transparent'};
const radii = {
  none: '0',
  'small-200': '2px',
  'small-100': '4px',
  small: '6px',
  base: '8px',
  large: '12px',
  max: '999px',
};

const boxRules = [
  ['padding', 'padding', space],
  ['paddingBlock', 'padding-block', space],
  ['paddingBlockStart', 'padding-block-start', space],
  ['paddingBlockEnd', 'padding-block-end', space],
  ['paddingInline', 'padding-inline', space],
  ['paddingInlineStart', 'padding-inline-start', space],
  ['paddingInlineEnd', 'padding-inline-end', space],
  ['inlineSize', 'inline-size', asIs],
  ['minInlineSize', 'min-inline-size', asIs],
  ['maxInlineSize', 'max-inline-size', asIs],
  ['blockSize', 'block-size', asIs],
  ['minBlockSize', 'min-block-size', asIs],
  ['maxBlockSize', 'max-block-size', asIs],
  ['background', 'background', (value) => backgrounds[value]],
  ['borderRadius', 'border-radius', (value) => radii[value] ?? value],
  ['border', 'border', (value) => (value.startsWith('none') ? 'none' : '1px solid var(--border)')],
  ['overflow', 'overflow', asIs],
  ['display', 'display', (value) => (value === 'none' ? 'none' : '')],
];

const gapRules = [
  // The shorthand first: set later, it would wipe the longhands.
  ['gap', 'gap', space],
  ['rowGap', 'row-gap', space],
  ['columnGap', 'column-gap', space],
  ['placeItems', 'place-items', asIs],
  ['alignItems', 'align-items', asIs],
  ['justifyContent', 'justify-content', asIs],
  ['justifyItems', 'justify-items', asIs],
  ['alignContent', 'align-content', asIs],
];

const gridRules = [
  ['gridTemplateColumns', 'grid-template-columns', asIs],
  ['gridTemplateRows', 'grid-template-rows', asIs],
];

const itemRules = [
  ['gridColumn', 'grid-column', asIs],
  ['gridRow', 'grid-row', asIs],
];

const style =
  (...rules) =>
  (element) => {
    for (const [, property] of rules) element.style.removeProperty(property);
    for (const [name, property, convert] of rules) {
      const value = at(element, name);
      if (value !== null) element.style.setProperty(property, convert(pick(element, value)) ?? '');
    }
  };

export const box = style(...boxRules);

export function defineLayout() {
  define('s-box', {up: box});
  define('s-scroll-box', {css: ':host { display: block; overflow: auto }', up: box});
  define('s-query-container');
  define('s-stack', {
    css: `:host { display: flex; flex-direction: column }
:host([direction=inline]) { flex-direction: row; flex-wrap: wrap; align-items: center }`,
    up: style(...boxRules, ...gapRules),
  });
  define('s-grid', {css: ':host { display: grid }', up: style(...boxRules, ...gapRules, ...gridRules)});
  define('s-grid-item', {css: ':host { display: block; min-width: 0 }', up: style(...boxRules, ...itemRules)});
  define('s-divider', {
    css: `:host { display: block; border-top: 1px solid var(--border) }
:host([direction=block]) { border-top: 0; border-left: 1px solid var(--border); align-self: stretch }`,
    role: 'separator',
  });
}
