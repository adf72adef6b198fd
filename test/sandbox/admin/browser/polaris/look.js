// Colours, spacing and icons of the look-alike: our own drawing of Polaris' vocabulary, no Shopify code or artwork.

import {complain} from './complain.js';

export const sheet = (css) => {
  const made = new CSSStyleSheet();
  made.replaceSync(css);
  return made;
};

export const pageLook = sheet(`
:root {
  --bg: #f1f1f1; --surface: #fff; --subtle: #f7f7f7; --border: #e3e3e3; --border-in: #8a8a8a;
  --text: #303030; --sub: #616161; --link: #005bd3; --focus: #005bd3;
  --pri: #303030; --crit: #c70a24; --crit-t: #8e0b21;
  --r: 12px; --rf: 8px; --f: Inter, -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, sans-serif;
}
html { background: var(--bg); scroll-behavior: smooth }
s-app-nav, ui-save-bar { display: none }
body { margin: 0; font: 450 13px/20px var(--f); color: var(--text); -webkit-font-smoothing: antialiased }
s-option, s-option-group { display: none }`);

export const elementLook = sheet(`
:host { box-sizing: border-box; font: 450 13px/20px var(--f); color: var(--text) }
:host([hidden]) { display: none !important }
i { display: inline-flex }
i:empty { display: none }
*, *::before { box-sizing: border-box }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px }
@media (prefers-reduced-motion: reduce) { * { animation-duration: 0s !important; transition: none !important } }`);

const spaces = {
  none: 0,
  'small-500': 1,
  'small-400': 2,
  'small-300': 4,
  'small-200': 6,
  'small-100': 8,
  small: 12,
  base: 16,
  large: 20,
  'large-100': 24,
  'large-200': 28,
  'large-300': 32,
  'large-400': 40,
  'large-500': 48,
};

/**
 * Narrower than this Shopify draws its elements higher, for fingers: buttons 32 pixels, fields 36, choices 28.
 * Sizes as in polaris-react/src/components/{Button,TextField,Choice} of https://github.com/Shopify/polaris
 */
export const onPhones = (css) => `@media (max-width: 767.98px) { ${css} }`;

/** Spacing keywords, one to four of them, as pixels. */
export const space = (words) =>
  String(words)
    .split(/\s+/)
    .map((word) => (word in spaces ? `${spaces[word]}px` : word))
    .join(' ');

export const tones = {
  info: {back: '#d5ebff', text: '#003a5a', solid: '#0094d5'},
  success: {back: '#cdfee1', text: '#014b40', solid: '#29845a'},
  caution: {back: '#fff8db', text: '#4f4700', solid: '#e0b000'},
  warning: {back: '#ffe6c2', text: '#5e4200', solid: '#ffb800'},
  critical: {back: '#fedad9', text: '#8e0b21', solid: '#e22c38'},
  neutral: {back: '#ebebeb', text: '#616161', solid: '#8a8a8a'},
};

export const tone = (name) => tones[name] ?? tones.neutral;

const ring = 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14';

const paths = {
  'alert-circle': `${ring}M10 7v4M10 13v.5`,
  'alert-triangle': 'M10 4 3 16h14zM10 9v3M10 14v.5',
  'check-circle': `${ring}M7 10l2.2 2.2L13 8`,
  'chevron-down': 'M5 8l5 5 5-5',
  'chevron-left': 'M12 5l-5 5 5 5',
  'chevron-right': 'M8 5l5 5-5 5',
  'circle-dashed': 'M10 3v.5M15 5l-.4.4M17 10h-.5M15 15l-.4-.4M10 17v-.5M5 15l.4-.4M3 10h.5M5 5l.4.4',
  'arrow-left': 'M16 10H4M9 5l-5 5 5 5',
  'arrow-right': 'M4 10h12M11 5l5 5-5 5',
  calendar: 'M4 5h12v11H4zM4 8.5h12M7 3v3M13 3v3',
  'cash-euro': 'M14 6a5 5 0 1 0 0 8M4 9h7M4 11.5h6',
  'catalog-product': 'M4 4h12v12H4zM4 8h12M8 8v8M11 11.500h3',
  check: 'M4 10.5 8 14.5 16 6',
  clipboard: 'M7 4H5v13h10V4h-2M7.5 3h5v3h-5z',
  clock: `${ring}M10 6.5V10l2.5 2`,
  delete: 'M4 6h12M8 6V4h4v2M6 6l1 11h6l1-11',
  delivery: 'M2 6h9v8H2zM11 9h4l3 3v2h-7M5 16.5v-1M14 16.5v-1',
  duplicate: 'M7 7h9v9H7zM13 7V4H4v9h3',
  edit: 'M4 16v-3L13 4l3 3-9 9z',
  external: 'M8 5H5v10h10v-3M11 4h5v5M16 4l-7 7',
  filter: 'M4 6h12M6 10h8M8 14h4',
  home: 'M4 9l6-5 6 5v8H4zM8 17v-5h4v5',
  image: 'M3 4h14v12H3zM3 13l4-4 4 4 3-3 3 3M13 7.5v.2',
  info: `${ring}M10 9v5M10 6.5v.5`,
  keyboard: 'M2 6h16v9H2zM5 9v.2M8 9v.2M11 9v.2M14 9v.2M7 12h6',
  key: 'M7 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M9.5 10 16 4M13 7l2 2',
  'menu-horizontal': 'M5 10v.2M10 10v.2M15 10v.2',
  minus: 'M5 10h10',
  note: 'M5 3h7l3 3v11H5zM8 9h4M8 12h4',
  order: 'M5 3h10v14l-2.5-1.5L10 17l-2.5-1.5L5 17zM8 7h4M8 10h4',
  payment: 'M3 5h14v10H3zM3 8.500h14M6 12h3',
  person: 'M10 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6M4 17c0-3 3-4.500 6-4.500s6 1.500 6 4.500',
  plus: 'M10 5v10M5 10h10',
  product: 'M4 4h6l7 7-6 6-7-7zM7.5 7.5v.2',
  receipt: 'M5 3h10v14l-2-1.5-1.5 1.500-1.500-1.500-1.500 1.500L7 15.5 5 17zM8 7h4M8 10h4',
  refresh: 'M16 10a6 6 0 1 1-2-4.5M16 3v4h-4',
  return: 'M8 4 4 8l4 4M4 8h8a4 4 0 0 1 0 8H8',
  search: 'M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4M13 13l4 4',
  settings: `${ring}M10 7.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5`,
  sort: 'M7 8l3-3 3 3M7 12l3 3 3-3',
  'sort-ascending': 'M6 15V5M3 8l3-3 3 3M11 6h3M11 10h4M11 14h6',
  'sort-descending': 'M6 5v10M3 12l3 3 3-3M11 6h6M11 10h4M11 14h3',
  upload: 'M10 14V4M6 8l4-4 4 4M4 16h12',
  x: 'M5 5l10 10M15 5 5 15',
};

/** An icon as SVG text; one that is not drawn here shows a small circle, and says so. */
export function icon(name, size = 16) {
  if (paths[name] === undefined) complain(`the icon "${name}" is not drawn in the sandbox yet`);
  return `<svg width="${size}" height="${size}" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.6"
    stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${paths[name] ?? 'M10 5a5 5 0 1 0 0 10 5 5 0 0 0 0-10'}"/></svg>`;
}

export const escapeHtml = (text) => String(text ?? '').replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
