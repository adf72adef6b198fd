// Settings in the words of their fields: a changed one as the trail stores it, a line for each value, and all of them for a file. The page
// loads this file, so it imports no zod.
import {productFields} from '#domain/catalogue/product-fields.ts';
import {euroText} from '#domain/money.ts';
import {catalogueSettings} from '#domain/settings/catalogue.ts';
import type {Setting} from '#domain/settings/describe.ts';
import {mailSettings} from '#domain/settings/mail.ts';
import {orderSettings} from '#domain/settings/orders.ts';
import {priceSettings} from '#domain/settings/pricing.ts';

/** Writes an amount in minor units of the store's currency; null: the currency is not known. */
export type ShowAmount = ((minor: number) => string) | null;

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
  onRequest: 'Articles whose price is on request',
  'pricing.addOn': 'Added to each price',
  'pricing.carryZone': 'Fee that is added to every price',
  'pricing.paymentFixed': 'Payment fee, fixed amount',
  'pricing.rate': 'Exchange rate',
  'pricing.rounding': 'Prices end in',
  'pricing.rules': 'Rules for brands, categories and costs',
  owned: 'Fields that are yours',
  template: 'How products look',
  standingAnswers: 'Answers for orders',
  'orders.standingAnswers': 'Answers for orders',
  propertyAnswers: 'What buyers fill in',
  'orders.propertyAnswers': 'What buyers fill in',
};

/** Amounts in minor units of the store's currency. */
const amounts: ReadonlySet<string> = new Set(['pricing.addOn', 'pricing.paymentFixed']);

/** "Markup on cost: 60 %", one line for each setting and for each entry of a list. A line in another form stays as it is. */
export const settingsText = (text: string, showAmount: ShowAmount): string =>
  text
    .split('\n')
    .map((line) => toWords(line, showAmount))
    .join('\n');

function toWords(line: string, showAmount: ShowAmount): string {
  const at = line.indexOf(': ');
  if (at === -1) return line;
  const [path, value] = [line.slice(0, at), line.slice(at + 2)];
  if (amounts.has(path) && showAmount !== null && /^\d+$/.test(value))
    return `${nameOf(path)}: ${showAmount(Number(value))}`;
  const list = parse(value);
  // Only entries that differ are listed, so an empty list says that these entries are missing, not that there are none.
  if (Array.isArray(list) && list.length === 0) return `${nameOf(path)}: none of these`;
  if (Array.isArray(list))
    return rowsOf(path, list, showAmount)
      .map(([name, entry]) => `${name}: ${entry}`)
      .join('\n');
  return `${nameOf(path)}: ${valueText(value, path)}`;
}

/** The name of a setting's field, or of the part that it belongs to; its path where there is neither. */
function nameOf(path: string): string {
  const part = Object.keys(partNames).find(
    (name) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`),
  );
  return described.get(path)?.label ?? (part === undefined ? path : `${partNames[part]}${inside(part, path)}`);
}

/** What of a part is meant: ".title" is ", title"; an entry is known by its id, which says nothing. */
function inside(part: string, path: string): string {
  const [, name, key] = /^\.([A-Za-z]+)(?:\.(.+))?$/s.exec(path.slice(part.length)) ?? [];
  if (name === undefined) return '';
  const field = part === 'owned' ? Object.entries(productFields).find(([one]) => one === name)?.[1] : undefined;
  return `, ${field?.label ?? separateWords(name)}${key === undefined ? '' : `, ${key}`}`;
}

/** "compareAt" as words. */
const separateWords = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function valueText(text: string, path: string): string {
  const setting = described.get(path);
  const value = parse(text);
  if (value === null || text === 'nothing') return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'string') {
    if (path.startsWith('owned.')) return value === 'merchant' ? 'yours' : 'Piecewise’s';
    const label = setting?.kind === 'choice' ? new Map(Object.entries(setting.choices)).get(value) : undefined;
    return label ?? value;
  }
  if (isRate(value)) return `1 EUR = ${value.perEuro} ${value.currency}`;
  if (value === undefined && /^[[{]/.test(text)) return 'too long to be kept here';
  if (typeof value !== 'number') return text;
  if (setting === undefined || !('unit' in setting)) return String(value);
  return setting.unit === 'EUR' ? euroText(value) : `${value} ${setting.unit}`;
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

/** Every value of the settings with its name; an entry of a list is a value of its own. */
export const settingRows = (settings: object, showAmount: ShowAmount): readonly (readonly [string, string])[] =>
  Object.entries(settings).flatMap(([name, value]) => rowsOf(name, value, showAmount));

function rowsOf(path: string, value: unknown, showAmount: ShowAmount): readonly (readonly [string, string])[] {
  if (Array.isArray(value) && value.length > 0)
    return value.map((entry, at) => [`${nameOf(path)}, ${at + 1}`, entryText(entry, showAmount)] as const);
  if (isMap(value) && path !== 'pricing.rate')
    return Object.entries(value).flatMap(([name, inner]) => rowsOf(`${path}.${name}`, inner, showAmount));
  if (Array.isArray(value) || value === undefined) return [[nameOf(path), 'none']];
  if (path === 'pricing.rate' && isMap(value)) return [[nameOf(path), entryText(value, showAmount)]];
  if (amounts.has(path) && showAmount !== null && typeof value === 'number') return [[nameOf(path), showAmount(value)]];
  return [[nameOf(path), valueText(JSON.stringify(value), path)]];
}

/** An entry of a list: what of it is set, without the id, which says nothing. */
function entryText(entry: unknown, showAmount: ShowAmount): string {
  if (!isMap(entry)) return String(entry);
  return Object.entries(entry)
    .filter(([name, value]) => name !== 'id' && value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${separateWords(name)}: ${partText(name, value, showAmount)}`)
    .join('; ');
}

function partText(name: string, value: unknown, showAmount: ShowAmount): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'number') return String(value);
  if (name === 'costFrom' || name === 'costTo') return euroText(value);
  if (name === 'addOn' && showAmount !== null) return showAmount(value);
  return name.endsWith('Percent') || name === 'marginFrom' ? `${value} %` : String(value);
}

const isMap = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
