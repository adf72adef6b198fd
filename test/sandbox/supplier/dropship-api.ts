import {type Answer, jsonAnswer} from './answers/answer.ts';
import {readPage} from './answers/paging.ts';
import {type Refuse, unknownOperation, wrongMethod} from './answers/refusals.ts';
import type {Shapes} from './answers/shapes.ts';
import {orderBody, stockBody} from './answers/shapes-dropship.ts';
import {type ListEntry, listBody} from './answers/shapes-list.ts';
import type {Call} from './call.ts';
import type {Catalogue} from './catalogue/catalogue.ts';
import {isoNow} from './iso-now.ts';
import type {OrderBook} from './orders/order-book.ts';
import {readOrder} from './orders/order-request.ts';
import type {ZoneCode} from './orders/zones.ts';

export type DropshipService = {
  catalogue: Catalogue;
  orders: OrderBook;
  shapes: Shapes;
  refuse: Refuse;
  now: () => number;
  stockZones: readonly ZoneCode[];
  /** The document does not say what a=stock and a=order answer for an article that is not in a=list. */
  unlistedStock: 'refused' | 'answered';
};

/** {base_url}/api/dropship for a partner whose key was found good. */
export function openDropship(service: DropshipService): (call: Call) => Answer {
  const {refuse} = service;
  const list = openList(service);
  return (call) => {
    if (call.a === 'order') return call.method === 'POST' ? order(service, call.body) : wrongMethod(refuse, 'POST');
    if (call.a !== 'list' && call.a !== 'stock') return unknownOperation(refuse, call.a);
    if (call.method !== 'GET') return wrongMethod(refuse, 'GET');
    return call.a === 'list' ? list(call.params) : stock(service, call.params.get('id') ?? '');
  };
}

/** "every article available for single-piece purchase, with its price". The text is kept until the catalogue changes. */
function openList({catalogue, shapes, refuse, now}: DropshipService): (params: URLSearchParams) => Answer {
  let kept: {version: number; entries: readonly ListEntry[]; text?: string} | undefined;
  const current = () => {
    if (kept?.version !== catalogue.version()) kept = {version: catalogue.version(), entries: entriesOf(catalogue)};
    return kept;
  };
  return (params) => {
    const page = shapes.list === 'paged' ? readPage(params) : {page: 1, per: 1};
    if ('invalid' in page) {
      return refuse({status: 400, code: `invalid_${page.invalid}`, message: `${page.invalid} is not valid.`});
    }
    const wrap = (entries: Parameters<typeof listBody>[1]) =>
      listBody(shapes.list, entries, page, isoNow(now), (id) => aboutOf(catalogue, id));
    const {entries} = current();
    if (shapes.list === 'paged') return {status: 200, content: {kind: 'list', entries: () => entries, wrap}};
    const text = (): string => (current().text ??= JSON.stringify(wrap(entries)));
    return {status: 200, content: {kind: 'list', entries: () => entries, wrap, text}};
  };
}

function entriesOf(catalogue: Catalogue): readonly ListEntry[] {
  return catalogue.listed().map(({id, cents}) => ({id, price: cents / 100}));
}

function aboutOf(catalogue: Catalogue, id: unknown) {
  const {
    sku = '',
    brand = '',
    name = '',
    category = '',
    url = '',
  } = (typeof id === 'string' ? catalogue.get(id) : undefined) ?? {};
  return {sku, brand, name, category, url};
}

function stock({catalogue, shapes, refuse, stockZones, unlistedStock}: DropshipService, id: string): Answer {
  const [stated, cents] = [catalogue.stated(id), catalogue.priceOf(id)];
  if (stated === undefined) {
    return refuse({status: 404, code: 'not_found', message: `There is no article ${id}.`, field: 'id'});
  }
  if (cents === undefined || (unlistedStock === 'refused' && !catalogue.isListed(id))) {
    const message = `Article ${id} is not available for single-piece purchase.`;
    return refuse({status: 404, code: 'not_available', message, field: 'id'});
  }
  return jsonAnswer(200, stockBody(shapes.stock, {id, price: cents / 100, ...stated, zones: stockZones}));
}

function order({catalogue, orders, shapes, refuse}: DropshipService, body: string | undefined): Answer {
  if (body === undefined) return refuse({status: 413, code: 'too_large', message: 'The order is too long.'});
  const wanted = readOrder(catalogue, body);
  if ('code' in wanted) return refuse(wanted);
  const placed = orders.place(wanted);
  if ('code' in placed) return refuse(placed);
  return jsonAnswer(200, orderBody(shapes.order, placed));
}
