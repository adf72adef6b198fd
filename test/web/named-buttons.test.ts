// Every button and page that a text names exists, under that name.
import {readdir, readFile} from 'node:fs/promises';
import {describe, expect, test} from 'vitest';
import {draftCodes} from '#domain/catalogue/off-sale/draft.ts';
import {listingReasonCodes} from '#domain/catalogue/off-sale/listing-reason.ts';
import {type DropshipState, dropshipStates} from '#domain/orders/dropship-state.ts';
import {reasonCodes} from '#domain/orders/reasons.ts';
import {allowedActions} from '../../server/http/api/orders/allowed-actions.ts';
import {type Approvals, brakeKinds} from '../../server/http/contract/approvals.ts';
import {listingStates} from '../../server/http/contract/articles.ts';
import type {ActionName} from '../../server/http/contract/dropship-orders.ts';
import {actionTextOf} from '../../web/pages/one-order/action-forms.ts';
import {anOrderDetail} from './order-answers.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

async function sourcesOf(...folders: readonly string[]): Promise<readonly {path: string; text: string}[]> {
  const found = [];
  for (const folder of folders) {
    for (const entry of await readdir(new URL(folder, root), {recursive: true})) {
      if (/^dist\/|\.d\.ts$/.test(entry) || !/\.tsx?$/.test(entry)) continue;
      found.push({path: `${folder}${entry}`, text: await read(`${folder}${entry}`)});
    }
  }
  return found;
}

/** The state's buttons as the page of an order draws them, by action. An action can have another text for another order. */
function buttonsIn(state: DropshipState): ReadonlyMap<ActionName, readonly string[]> {
  const order = {state, ref: null, fulfil: null, fulfilment_gid: null, flags: [], flags_seen: []};
  const details = [null, ...reasonCodes].map((reasonCode) => anOrderDetail({state, reasonCode, shipment: null}));
  if (state === 'dismissed') details.push(anOrderDetail({state, sentAt: null}));
  return new Map(
    allowedActions(order, true).map((action) => [
      action,
      [...new Set(details.map((detail) => actionTextOf(action, detail).button))],
    ]),
  );
}

/** Texts that quote buttons, but for those about the tests and the stand-ins, which quote other things too. */
async function documents(): Promise<readonly string[]> {
  const inside = await Promise.all(
    ['jobs', 'server', 'web'].map(async (folder) =>
      (await readdir(new URL(`${folder}/`, root))).map((file) => `${folder}/${file}`),
    ),
  );
  return ['README.md', ...inside.flat().filter((file) => file.endsWith('.md'))];
}

const quoted = (text: string): readonly string[] => [...text.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);

/** What can wait in the catalogue. Another decision of the API needs its codes here to compile, and each code a row. */
const waiting: Readonly<Record<Exclude<keyof Approvals, 'nextCursor'>, readonly string[]>> = {
  brakes: brakeKinds,
  costs: ['cost_moved'],
  held: draftCodes,
  quarantined: ['set_aside'],
  failedImages: ['failed_image'],
  overruledOptions: ['overruled_options'],
};
const notOnSale = [...listingReasonCodes, ...listingStates.filter((state) => state === 'deleted_in_store')];

const codesOf = (cell: string): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** The rows of what waits in the catalogue: the codes, the buttons that settle them, and the tests that name these. */
async function catalogueRows() {
  const [, part = ''] = (await read('server/PROMISES.md')).split('### What waits for you in the catalogue');
  const [table = ''] = part.split('\n## ');
  return [...table.matchAll(/^\| (`[a-z_`, ]+`) \|.*\| ([^|]+) \| ([^|]+) \|$/gm)].map(
    ([, codes = '', cell = '', tests = '']) => ({
      codes: codesOf(codes),
      cell,
      tests: codesOf(tests).map((name) => `test/web/${name}.test.ts`),
    }),
  );
}

/** The last cell of each state's row in server/PROMISES.md. The states with one row for all are told apart by their first words. */
async function cells(): Promise<ReadonlyMap<DropshipState, string>> {
  const rows = [...(await read('server/PROMISES.md')).matchAll(/^\| ((?:`[a-z_]+`(?:, )?)+) \|.*\| ([^|]+) \|$/gm)];
  const shared = {unpaid: 'awaiting_payment', paid: 'paid', shipped: 'shipped', refunded: 'refunded'} as const;
  const found = rows.flatMap(([, names = '', cell = '']) => {
    const states = codesOf(names);
    if (states.length === 1) return [[states[0], cell] as const];
    return Object.entries(shared).map(([word, state]) => {
      const part = cell.split('; ').find((one) => one.startsWith(`${word}: `));
      return [state, part ?? ''] as const;
    });
  });
  return new Map(found.filter((entry): entry is [DropshipState, string] => dropshipStates.some((s) => s === entry[0])));
}

describe('what texts name exists', () => {
  test('the table of states names exactly the buttons that leave each state', async () => {
    const named = await cells();
    expect([...named.keys()].toSorted()).toEqual([...dropshipStates].toSorted());
    for (const [state, cell] of named) {
      const buttons = buttonsIn(state);
      const possible = [...buttons.values()].flat();
      for (const button of quoted(cell)) expect(possible, `${state}: "${button}"`).toContain(button);
      for (const [action, texts] of buttons) {
        if (stays(action, state)) continue;
        expect(
          texts.some((text) => quoted(cell).includes(text)),
          `${state}: the row lacks the button of ${action}, ${texts.join(' or ')}`,
        ).toBe(true);
      }
    }
  });

  test('the table of what waits in the catalogue has a row for each code, and pages and its tests name its buttons', async () => {
    const rows = await catalogueRows();
    const known = new Set([...Object.values(waiting).flat(), ...notOnSale, 'edit']);
    expect(rows.flatMap((row) => row.codes).toSorted()).toEqual([...known].toSorted());
    const web = (await sourcesOf('web/')).map(({text}) => text).join('\n');
    for (const {
      codes: [code],
      cell,
      tests,
    } of rows) {
      const texts = await Promise.all(tests.map(read));
      const tested = texts.join('\n');
      const buttons = quoted(cell);
      expect(buttons.length > 0 || cell.startsWith('none: '), code).toBe(true);
      const idle = tests.filter((_, at) => !buttons.some((button) => texts[at]?.includes(button)));
      expect(buttons.length > 0 ? idle : [], `${code}: tests that name none of its buttons`).toEqual([]);
      for (const button of buttons) {
        expect(web, `${code}: no page has "${button}"`).toContain(button);
        expect(tested, `${code}: no test names "${button}"`).toContain(button);
      }
    }
  });

  test('each button quoted in the texts of this repository is a text of the page', async () => {
    // The labels of settings stand in their descriptions.
    const web = (await sourcesOf('web/', 'server/domain/settings/')).map(({text}) => text).join('\n');
    const admin = await read('test/sandbox/admin/pages/frame.html');
    for (const file of await documents()) {
      for (const name of quoted((await read(file)).replaceAll(/^```.*?^```/gms, '').replaceAll(/\s+/g, ' '))) {
        if (!/^[A-Z][a-z]* ?[a-z ,]+$/.test(name) || names.has(name)) continue;
        expect(web.includes(name) || admin.includes(name), `${file}: "${name}"`).toBe(true);
      }
    }
  });

  test('each page that a sentence sends the merchant to is in the menu of the app', async () => {
    const menu = [...(await read('web/routes.ts')).matchAll(/menu: '([^']+)'/g)];
    const pages = menu.map(([, name]) => name);
    expect(pages).toContain('Settings');
    const sent =
      /\b(?:under|[Oo]n|[Oo]pen) (Home|Orders|Updates|Settings|Connection|Products|Pricing|Rules|Diagnostics)\b/g;
    let sentences = 0;
    for (const {path, text} of await sourcesOf('web/', 'server/', 'jobs/')) {
      for (const [sentence, page] of text.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gs, '').matchAll(sent)) {
        sentences += 1;
        expect(pages, `${path}: ${sentence}`).toContain(page);
      }
    }
    expect(sentences).toBeGreaterThan(10);
  });
});

/** Actions after which an order is in the state it was in. */
const stays = (action: ActionName, state: DropshipState): boolean =>
  action === 'seen' ||
  action === 'fulfil-again' ||
  (action === 'shipped' && state === 'shipped') ||
  (action === 'confirm' && state === 'awaiting_payment');

/** Quoted, but no text of a page. */
const names: ReadonlySet<string> = new Set();
