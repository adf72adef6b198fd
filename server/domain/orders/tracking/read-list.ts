// Reads a list of tracking numbers: lines that were pasted, or the text of a CSV file.
import {
  type Columns,
  type ListKind,
  type ListLine,
  type ReadList,
  readList,
  separatorOf,
  splitLine,
} from '#domain/list-lines.ts';

/** The columns of a list of tracking numbers. `order` may also hold the reference. */
type TrackingColumn = 'order' | 'reference' | 'carrier' | 'number' | 'url';

/** The cells of one line; an empty text: not given. */
export type TrackingCells = ListLine<TrackingColumn>['cells'];

export const readTrackingList = (text: string): ReadList<TrackingColumn> => readList(text, trackingList);

const columnKeys = ['order', 'reference', 'carrier', 'number', 'url'] as const satisfies Columns<TrackingColumn>;

const trackingList: ListKind<TrackingColumn> = {
  names: {
    order: ['order', 'ordername', 'ordernumber', 'orderno', 'name'],
    reference: ['reference', 'ref', 'ourreference', 'orderreference', 'customerreference'],
    carrier: ['carrier', 'company', 'trackingcompany', 'shippingcarrier', 'courier'],
    number: ['number', 'tracking', 'trackingnumber', 'trackingno', 'trackingcode', 'parcelnumber'],
    url: ['url', 'trackingurl', 'link', 'trackinglink', 'trackingaddress'],
  },
  isHeader: (columns) => columns.includes('number') && (columns.includes('order') || columns.includes('reference')),
  usualColumns(count) {
    if (count <= 2) return ['order', 'number'];
    return count === 4 || count === 5 ? columnKeys : null;
  },
  wrongCountText: (count) =>
    `This line has ${count} columns. Give two, order and tracking number, or five: order, reference, carrier, number, url.`,
  splitPasted: (text, first) => splitLine(text, first !== ' ' && text.includes(first) ? first : separatorOf(text)),
};
