// Changed settings in the words of their fields: the trail stores the name and the value of each on a line of its own.
import {catalogueSettings} from '#domain/settings/catalogue.ts';
import type {Setting} from '#domain/settings/describe.ts';
import {mailSettings} from '#domain/settings/mail.ts';
import {orderSettings} from '#domain/settings/orders.ts';
import {priceSettings} from '#domain/settings/pricing.ts';
import {euros, money} from '../../text/format.ts';

const described: ReadonlyMap<string, Setting> = new Map<string, Setting>([
  ...Object.entries(catalogueSettings),
  ...Object.entries(orderSettings).map(([name, setting]) => [`orders.${name}`, setting] as const),
  ...Object.entries(orderSettings),
  ...Object.entries(mailSettings),
  ...Object.entries(priceSettings).map(([name, setting]) => [`pricing.${name}`, setting] as const),
]);

/** The names of settings that are no single field. */
const partNames: Readonly<Record<string, string>> = {
  choice: 'Import rules',
  'pricing.addOn': 'Added to each price',
  'pricing.paymentFixed': 'Payment fee, fixed amount',
  'pricing.rate': 'Exchange rate',
  'pricing.rounding': 'Prices end in',
  'pricing.rules': 'Rules for brands, categories and costs',
  owned: 'Fields that are yours',
  template: 'How products look',
  standingAnswers: 'Answers for orders',
  'orders.standingAnswers': 'Answers for orders',
};

/** Amounts in minor units of the store's currency. */
const amounts: ReadonlySet<string> = new Set(['pricing.addOn', 'pricing.paymentFixed']);

/** "Markup on cost: 60 %", one line for each setting. A line in another form stays as it is. @param currency the store's; null: not known. */
export const settingsText = (text: string, currency: string | null): string =>
  text
    .split('\n')
    .map((line) => toWords(line, currency))
    .join('\n');

function toWords(line: string, currency: string | null): string {
  const at = line.indexOf(': ');
  if (at === -1) return line;
  const [path, value] = [line.slice(0, at), line.slice(at + 2)];
  const setting = described.get(path);
  const part = Object.keys(partNames).find(
    (name) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`),
  );
  const name = setting?.label ?? (part === undefined ? path : `${partNames[part]}${inside(path.slice(part.length))}`);
  if (amounts.has(path) && currency !== null && /^\d+$/.test(value))
    return `${name}: ${money(Number(value), currency)}`;
  return `${name}: ${valueText(value, setting)}`;
}

/** What of a part is meant: ".title" is ", title"; an entry is known by its id, which says nothing. */
function inside(rest: string): string {
  const word = /^\.([A-Za-z]+)$/.exec(rest)?.[1];
  return word === undefined ? '' : `, ${word.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;
}

function valueText(text: string, setting: Setting | undefined): string {
  const value = parse(text);
  if (value === null || text === 'nothing') return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'string') {
    const label = setting?.kind === 'choice' ? new Map(Object.entries(setting.choices)).get(value) : undefined;
    return label ?? value;
  }
  if (isRate(value)) return `1 EUR = ${value.perEuro} ${value.currency}`;
  if (Array.isArray(value)) return value.length === 1 ? '1 entry' : `${value.length} entries`;
  if (value === undefined && /^[[{]/.test(text)) return 'a long list';
  if (typeof value !== 'number') return text;
  if (setting === undefined || !('unit' in setting)) return String(value);
  return setting.unit === 'EUR' ? euros(value) : `${value} ${setting.unit}`;
}

type Rate = {readonly currency: string; readonly perEuro: string};

const isRate = (value: unknown): value is Rate =>
  typeof value === 'object' && value !== null && 'perEuro' in value && 'currency' in value;

/** The value that is stored as JSON; undefined: the text was cut, or is none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
