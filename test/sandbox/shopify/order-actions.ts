// What a visitor does to a store order: refused with a sentence where Shopify’s admin would refuse it; webhooks follow where
// Shopify sends them.

import {z} from 'zod';
import type {OrderSnapshot} from './control/snapshots.ts';
import {countryCodes} from './countries.ts';
import type {ShopControl} from './shop-control.ts';

/** A sentence for the visitor. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

const Given = z.object({
  lineId: z.string().optional(),
  quantity: z.number().optional(),
  country: z.string().optional(),
});

type Action = (shop: ShopControl, order: OrderSnapshot, given: z.output<typeof Given>) => void;

const actions: Readonly<Record<string, Action>> = {pay, cancel, refund, edit, move};

/** Throws Refused, and does nothing, where the action is not allowed. */
export function actOnOrder(shop: ShopControl, id: string, action: string, body: unknown): OrderSnapshot {
  const order = shop.order(id);
  if (order === null) throw new Refused('There is no such order.');
  const perform = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (perform === undefined) throw new Refused(`An order cannot be asked to "${action}".`);
  const given = Given.safeParse(body ?? {});
  if (!given.success) throw new Refused('Line and country are text, and the quantity is a number.');
  perform(shop, order, given.data);
  return shop.order(id) ?? order;
}

function pay(shop: ShopControl, order: OrderSnapshot): void {
  requireOpen(order);
  if (!['PENDING', 'AUTHORIZED', 'PARTIALLY_PAID', null].includes(order.financialStatus)) {
    throw new Refused(`${order.name} is not waiting for a payment.`);
  }
  shop.payOrder(order.id);
}

function cancel(shop: ShopControl, order: OrderSnapshot): void {
  requireOpen(order);
  if (order.lines.some(({fulfilled}) => fulfilled > 0)) {
    throw new Refused(`${order.name} is fulfilled already, at least in part: refund it instead.`);
  }
  shop.cancelOrder(order.id);
}

/** Pieces of a line; without a line all the money that is left. */
function refund(shop: ShopControl, order: OrderSnapshot, {lineId, quantity}: z.output<typeof Given>): void {
  if (Number(order.kept) <= 0) throw new Refused(`Nothing was paid for ${order.name}, or all of it was given back.`);
  if (lineId === undefined) {
    shop.refundMoney(order.id, Math.round(Number(order.kept) * 10 ** decimalsOf(order.kept)));
    return;
  }
  const line = lineOf(order, lineId);
  const pieces = quantity ?? line.currentQuantity;
  if (!Number.isInteger(pieces) || pieces < 1 || pieces > line.currentQuantity) {
    throw new Refused(`Of this line, 1 to ${line.currentQuantity} pieces can be refunded, not ${pieces}.`);
  }
  shop.refundLine(order.id, line.id, pieces);
}

const decimalsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0;

/** An order edit: more or fewer pieces of a line. */
function edit(shop: ShopControl, order: OrderSnapshot, {lineId, quantity}: z.output<typeof Given>): void {
  requireOpen(order);
  const line = lineOf(order, lineId ?? '');
  if (quantity === undefined || !Number.isInteger(quantity) || quantity < line.fulfilled || quantity > 999) {
    throw new Refused(`The quantity is a whole number from ${line.fulfilled} to 999.`);
  }
  if (quantity === line.currentQuantity) throw new Refused(`The line has ${quantity} already.`);
  shop.editOrder(order.id, line.id, quantity);
}

/** The buyer gave another address. */
function move(shop: ShopControl, order: OrderSnapshot, {country = ''}: z.output<typeof Given>): void {
  requireOpen(order);
  if (!countryCodes().includes(country)) throw new Refused(`"${country}" is not the code of a country.`);
  shop.moveBuyer(order.id, country);
}

function requireOpen({name, cancelledAt}: OrderSnapshot): void {
  if (cancelledAt !== null) throw new Refused(`${name} is cancelled.`);
}

function lineOf(order: OrderSnapshot, lineId: string): OrderSnapshot['lines'][number] {
  const line = order.lines.find(({id}) => id === lineId);
  if (line === undefined) throw new Refused(`${order.name} has no such line.`);
  return line;
}
