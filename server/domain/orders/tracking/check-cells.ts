// Checks the cells of one line of a tracking list, before any order is looked up.
import {opensFormula} from '#domain/csv.ts';
import {toCarrierName} from '#domain/orders/tracking/carriers.ts';
import type {TrackingCells} from '#domain/orders/tracking/read-list.ts';

/** What a line says about a parcel; null: not given. */
export type LineShipment = {
  readonly carrier: string | null;
  readonly trackingNumber: string;
  readonly trackingUrl: string | null;
};

/** The names to look the order up by, and the parcel; or a sentence that says what is wrong with the line. */
export type CheckedCells =
  | {readonly order: string; readonly reference: string; readonly shipment: LineShipment}
  | {readonly fault: string};

/** How long a cell may be. */
const mostIn: Readonly<Record<keyof TrackingCells, number>> = {
  order: 100,
  reference: 100,
  carrier: 100,
  number: 100,
  url: 2_000,
};

/** Checks the cells. What spreadsheets put around a text (`="00123"`) is taken off; every other formula is refused. */
export function checkCells(given: TrackingCells): CheckedCells {
  const all = [given.order, given.reference, given.carrier, given.number, given.url];
  if (all.some(hasLostCharacters)) {
    return {
      fault: 'This line has characters that were lost on the way. Save the list as CSV UTF-8, or paste it again.',
    };
  }
  const cells = {
    order: toPlainText(given.order),
    reference: toPlainText(given.reference),
    carrier: toPlainText(given.carrier),
    number: toPlainText(given.number),
    url: toPlainText(given.url),
  };
  const fault = findFault(cells);
  if (fault !== null) return {fault};
  const {order, reference, carrier, number, url} = cells;
  const shipment = {
    carrier: carrier === '' ? null : toCarrierName(carrier),
    trackingNumber: number,
    trackingUrl: url === '' ? null : url,
  };
  return {order, reference, shipment};
}

/** Whether the text was read in a wrong encoding, or holds what no text of a list holds: control characters, half a character. */
const hasLostCharacters = (text: string): boolean => !text.isWellFormed() || /[\p{Cc}\ufffd]/u.test(text);

/** The text without invisible marks, which pages and messages put into what is copied, and out of a spreadsheet's `="…"`. */
function toPlainText(cell: string): string {
  const visible = cell.replaceAll(/\p{Cf}/gu, '').trim();
  return (/^="([^"]*)"$/.exec(visible)?.[1] ?? visible).trim();
}

/** What is wrong with the cells, as a sentence; null: nothing. */
function findFault({order, reference, carrier, number, url}: TrackingCells): string | null {
  const cells = {order, reference, carrier, number, url};
  // Also behind the apostrophe that makes a formula a text.
  if (Object.values(cells).some((cell) => opensFormula(cell.replace(/^'/, '')))) {
    return 'A cell of this line is a formula. Put the value itself there.';
  }
  if (order === '' && reference === '') return 'This line names no order.';
  if (number === '') return 'This line has no tracking number.';
  if (/^\d([.,]\d+)?E\+\d+$/i.test(number)) {
    return 'The spreadsheet has shortened this tracking number. Format its column as text, and enter the number again.';
  }
  if (!isTrackingNumber(number)) return noTrackingNumber;
  const long = (['order', 'reference', 'carrier', 'number', 'url'] as const).find(
    (key) => cells[key].length > mostIn[key],
  );
  if (long !== undefined) return `The ${longNames[long]} of this line is longer than ${mostIn[long]} characters.`;
  if (carrier !== '' && !/[\p{L}\p{N}]/u.test(carrier)) return 'This is no name of a carrier.';
  return url === '' || isWebAddress(url) ? null : 'The tracking address does not begin with https:// or http://.';
}

const longNames: Readonly<Record<keyof TrackingCells, string>> = {
  order: 'order',
  reference: 'reference',
  carrier: 'carrier',
  number: 'tracking number',
  url: 'tracking address',
};

/** Whether the text may be a tracking number: it has letters or digits, and is no address, with or without `https://`, or piece of a page. */
export const isTrackingNumber = (text: string): boolean => /[\p{L}\p{N}]/u.test(text) && !addressOrMarkup.test(text);

/** A scheme, markup, an e-mail address, or the name of a host, such as `www.` or one with a path behind it. */
const addressOrMarkup = /:\/\/|[<>@]|^\s*www\.|^\s*[\w-]+(\.[\w-]+)*\.[a-z]{2,}(:\d+)?[/?#]/i;

export const noTrackingNumber = 'This is no tracking number. An address is a tracking address.';

/** Whether the text is a whole address of the web, and none that runs a script or opens a file. */
const isWebAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
