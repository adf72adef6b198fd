import {TRANSIT_DAYS, ZONES, type ZoneCode} from '../orders/zones.ts';
import type {ShapeOf} from './shapes.ts';

export type StockAnswer = {
  id: string;
  price: number;
  colours: readonly string[];
  sizes: readonly string[];
  zones: readonly ZoneCode[];
};

export type Refusal = {status: number; code: string; message: string; field?: string};

/** a=stock: "price, stock_tracked, colours, sizes, shipping" (interface document, Dropship stock response). */
export function stockBody(shape: ShapeOf<'stock'>, {id, price, colours, sizes, zones}: StockAnswer): unknown {
  const shipping = Object.fromEntries(zones.map((code) => [code, shippingTo(shape, code)]));
  const sent = shape === 'text-money' ? price.toFixed(2) : price;
  const body = {price: sent, stock_tracked: false, colours, sizes, shipping};
  if (shape === 'with-ok') return {ok: true, id, ...body};
  return shape === 'item' ? {ok: true, item: body} : body;
}

function shippingTo(shape: ShapeOf<'stock'>, code: ZoneCode): unknown {
  const {label, feeCents} = ZONES[code];
  const [min, max] = TRANSIT_DAYS[code];
  const fee = shape === 'text-money' ? (feeCents / 100).toFixed(2) : feeCents / 100;
  if (shape === 'transit-range') return {label, fee, transit_working_days: {min, max}};
  if (shape === 'transit-pair') return {label, fee, transit_working_days: [min, max]};
  return {label, fee, transit_working_days: `${min}–${max}`};
}

/** a=order: "ok, ref, checkout_url", and the partner's reference "echoed back". */
export function orderBody(
  shape: ShapeOf<'order'>,
  {ref, reference, checkoutUrl}: {ref: string; reference: string; checkoutUrl: string},
): unknown {
  const body = {ok: true, ref, checkout_url: checkoutUrl};
  return shape === 'echoed' ? {...body, reference} : body;
}

/** The body of a refusal. The 401 is not among them: its body is fixed by the document (Authentication, 5). */
export function errorBody(shape: ShapeOf<'errors'>, {status, code, message, field}: Refusal): unknown {
  switch (shape) {
    case 'code':
      return {ok: false, error: code};
    case 'sentence':
      return {ok: false, error: message};
    case 'object':
      return {ok: false, error: {code, message, ...(field === undefined ? {} : {field})}};
    case 'message':
      return {ok: false, message};
    case 'list':
      return {ok: false, errors: [{field: field ?? null, message}]};
    case 'problem':
      return {type: `about:blank#${code}`, title: code.replaceAll('_', ' '), status, detail: message};
    case 'bare':
      return {error: code};
    case 'empty':
      return {};
  }
}
