// Colours, spacing and icons of the look-alike: our own drawing of Polaris' vocabulary, no Shopify code or artwork.

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
body { margin: 0; font: 450 13px/20px var(--f); color: var(--text); -webkit-font-smoothing: antialiased }
s-option, s-option-group, s-app-nav { display: none }`);

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
  check: 'M4 10.5 8 14.5 16 6',
  clock: `${ring}M10 6.5V10l2.5 2`,
  external: 'M8 5H5v10h10v-3M11 4h5v5M16 4l-7 7',
  info: `${ring}M10 9v5M10 6.5v.5`,
  key: 'M7 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M9.5 10 16 4M13 7l2 2',
  order: 'M5 3h10v14l-2.5-1.5L10 17l-2.5-1.5L5 17zM8 7h4M8 10h4',
  product: 'M4 4h6l7 7-6 6-7-7zM7.5 7.5v.2',
  refresh: 'M16 10a6 6 0 1 1-2-4.5M16 3v4h-4',
  search: 'M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4M13 13l4 4',
  x: 'M5 5l10 10M15 5 5 15',
};

/** An icon as SVG text; names that are not drawn here show a small circle. */
export const icon = (name, size = 16) =>
  `<svg width="${size}" height="${size}" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.6"
    stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${paths[name] ?? 'M10 5a5 5 0 1 0 0 10 5 5 0 0 0 0-10'}"/></svg>`;

export const escapeHtml = (text) => String(text ?? '').replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
