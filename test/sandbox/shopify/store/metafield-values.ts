// What a metafield keeps of the text it is given, by its type. https://shopify.dev/docs/apps/build/metafields/list-of-data-types

import {notImplemented} from '../not-implemented.ts';

/** The text as the metafield keeps it, or why the type does not take it. */
export type Read = {readonly value: string} | {readonly fault: string};

export function readValue(type: string, given: string): Read {
  switch (type) {
    case 'boolean':
      return readBoolean(given);
    case 'number_integer':
      return readInteger(given);
    case 'number_decimal':
      return readDecimal(given);
    default: {
      const fault = faultOf(type, given);
      return fault === null ? {value: given} : {fault};
    }
  }
}

/** As a client sees it in `jsonValue`: a decimal is text, so that nothing of it is lost (value type of the list of data types). */
export function jsonValueOf(type: string, value: string): unknown {
  return type === 'json' || type === 'number_integer' || type === 'boolean' ? JSON.parse(value) : value;
}

/** 0 and 1 are read as connectors for Shopify describe it, https://perfion.atlassian.net/wiki (value types); "yes" was recorded. */
function readBoolean(given: string): Read {
  if (given === 'true' || given === '1') return {value: 'true'};
  return given === 'false' || given === '0' ? {value: 'false'} : {fault: 'must be true or false'};
}

/** "+/-9,007,199,254,740,991" (list of data types); the words are those recorded of a decimal. That zeros in front go is invented. */
function readInteger(given: string): Read {
  if (!/^-?\d+$/.test(given)) return {fault: 'must be an integer'};
  const number = BigInt(given);
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  return beyond(number > most, number < -most, most) ?? {value: String(number)};
}

const mostWhole = 9_999_999_999_999;

/** The limit is recorded. Kept with one decimal at least, as every decimal number of the API; that is invented for metafields. */
function readDecimal(given: string): Read {
  const [, sign = '', whole, decimals = ''] = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(given) ?? [];
  if (whole === undefined) return {fault: 'must be a decimal'};
  const number = BigInt(whole);
  const isBeyond = number > BigInt(mostWhole);
  const value = `${sign}${number}.${decimals.replace(/0+$/, '') || '0'}`;
  return beyond(isBeyond && sign === '', isBeyond && sign === '-', mostWhole) ?? {value};
}

function beyond(isAbove: boolean, isBelow: boolean, most: bigint | number): Read | null {
  if (isAbove) return {fault: `can't exceed ${most}`};
  return isBelow ? {fault: `can't be less than -${most}`} : null;
}

/** https://shopify.dev/docs/apps/build/metafields/metafield-limits */
const maxJsonBytes = 128 * 1_024;

function faultOf(type: string, value: string): string | null {
  switch (type) {
    case 'id':
      return value.trim() === '' || value.length > 255 ? 'must be 1 to 255 characters' : null;
    case 'single_line_text_field':
      if (value.trim() === '') return "can't be blank";
      return /[\r\n]/.test(value) ? 'must be a single line text string' : null;
    case 'multi_line_text_field':
      return value.trim() === '' ? "can't be blank" : null;
    case 'json':
      if (Buffer.byteLength(value) > maxJsonBytes) return 'is too large: JSON values may have 128 KB';
      return isJson(value) ? null : `is invalid JSON${expectedKey(value)}`;
    default:
      throw notImplemented(`metafields of type ${type}`);
  }
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** Of Shopify's parser only this complaint was recorded: an object whose first key is no text. */
function expectedKey(value: string): string {
  const [, before = '', rest] = /^(\s*\{\s*)([^"\s}].*)/s.exec(value) ?? [];
  if (rest === undefined) return '';
  const lines = before.split('\n');
  const word = /^[\w-]+/.exec(rest)?.[0] ?? rest.slice(0, 1);
  return `: expected object key, got '${word}' at line ${lines.length} column ${(lines.at(-1) ?? '').length + 1}`;
}
