// Tables; of the variant `list`, or narrower than 490 pixels, they turn into a list, each cell after its column's name.
import {at, define, fire, has} from './element.js';
import {icon, onPhones} from './look.js';

const listBelow = 490;

const tableHtml = `<div class="filters"><slot name="filters"></slot></div>
<div class="wide"><div class="table" role="presentation"><slot></slot></div></div>
<div class="pages"><button type="button" class="previous" aria-label="Previous">${icon('chevron-left')}</button>
<button type="button" class="next" aria-label="Next">${icon('chevron-right')}</button></div>`;

const tableCss = `:host { display: block; container-type: inline-size; position: relative }
.wide { overflow-x: auto }
.table { display: table; width: 100%; border-collapse: collapse }
:host(:state(list)) .table { display: block }
.filters { padding: 8px 12px; border-bottom: 1px solid var(--border) }
.filters:not(.on) { display: none }
.pages { display: none; justify-content: center; gap: 1px; padding: 6px; border-top: 1px solid var(--border) }
:host([paginate]) .pages { display: flex }
.pages button { all: unset; padding: 6px 10px; background: #ebebeb; border-radius: 8px; cursor: pointer; display: flex }
.pages button:focus-visible { outline: 2px solid var(--focus) }
.pages button:disabled { opacity: .4; cursor: default }
:host([loading]) .table { opacity: .5 }
${onPhones('.pages button { min-width: 32px; min-height: 32px; box-sizing: border-box; align-items: center; justify-content: center }')}`;

const headerCss = `:host { display: table-cell; padding: 6px 12px; font: 550 12px/16px var(--f); color: var(--sub); text-align: left;
  white-space: nowrap; border-bottom: 1px solid var(--border) }
:host([format=numeric]), :host([format=currency]) { text-align: right }`;

const rowCss = `:host { display: table-row }
:host(:hover) { background: #fafafa }
:host([clickdelegate]) { cursor: pointer }
:host(:state(list)) { display: block; padding: 8px 12px; border-bottom: 1px solid var(--border) }`;

const cellCss = `:host { display: table-cell; padding: 8px 12px; vertical-align: top; border-bottom: 1px solid #ebebeb }
:host(:state(list)) { display: flex; gap: 8px; padding: 2px 0; border: 0; text-align: left !important }
b { display: none; font-weight: 450; color: var(--sub); flex: none; min-width: 104px }
:host(:state(list)) b:not(:empty) { display: inline }`;

const parts = 's-table-row, s-table-cell, s-table-header-row, s-table-body';

function initTable(element) {
  element.$('.previous').addEventListener('click', () => fire(element, 'previouspage', {bubbles: false}));
  element.$('.next').addEventListener('click', () => fire(element, 'nextpage', {bubbles: false}));
  const slot = element.$('slot[name=filters]');
  slot.addEventListener('slotchange', () => {
    element.$('.filters').classList.toggle('on', slot.assignedElements().length > 0);
  });
  element.memory.sizes = new ResizeObserver(() => shape(element));
  element.memory.rows = new MutationObserver(() => shape(element));
}

/** List or table, for the table and everything in it, rows that come later included. */
function shape(element) {
  const list = at(element, 'variant') === 'list' || (element.clientWidth > 0 && element.clientWidth < listBelow);
  for (const part of [element, ...element.querySelectorAll(parts)]) {
    if (list) part.inner?.states.add('list');
    else part.inner?.states.delete('list');
  }
}

function connectCell(element) {
  const index = [...(element.parentElement?.children ?? [])].indexOf(element);
  const header = element.closest('s-table')?.querySelectorAll('s-table-header')[index];
  if (!header) return;
  const labelled = ['labeled', null].includes(at(header, 'listSlot'));
  element.$('b').textContent = labelled ? header.textContent : '';
  const right = ['numeric', 'currency'].includes(at(header, 'format'));
  element.style.textAlign = right ? 'right' : '';
  element.style.fontVariantNumeric = right ? 'tabular-nums' : '';
}

/** A click anywhere in the row presses the element it names, unless it met something pressable itself. */
function delegateClick(row, event) {
  const id = at(row, 'clickDelegate');
  const pressable = new Set(['s-button', 's-link', 's-checkbox']);
  if (!id || event.composedPath().some((node) => pressable.has(node.localName))) return;
  row.getRootNode().getElementById(id)?.shadowRoot.querySelector('.x, input')?.click();
}

export function defineTable() {
  define('s-table', {
    html: tableHtml,
    css: tableCss,
    role: 'table',
    init: initTable,
    on: (element) => {
      element.memory.sizes.observe(element);
      element.memory.rows.observe(element, {childList: true, subtree: true});
      shape(element);
    },
    off: (element) => {
      element.memory.sizes.disconnect();
      element.memory.rows.disconnect();
    },
    up: (element) => {
      shape(element);
      element.$('.previous').disabled = !has(element, 'hasPreviousPage');
      element.$('.next').disabled = !has(element, 'hasNextPage');
    },
  });
  define('s-table-header-row', {
    css: ':host { display: table-row; background: #f7f7f7 } :host(:state(list)) { display: none }',
    role: 'row',
  });
  define('s-table-header', {css: headerCss, role: 'columnheader'});
  define('s-table-body', {
    css: ':host { display: table-row-group } :host(:state(list)) { display: block }',
    role: 'rowgroup',
  });
  define('s-table-row', {
    css: rowCss,
    role: 'row',
    init: (element) => element.addEventListener('click', (event) => delegateClick(element, event)),
  });
  define('s-table-cell', {css: cellCss, html: '<b></b><span><slot></slot></span>', role: 'cell', on: connectCell});
}
