// What the demo prints: one line or two for each dropship order, in columns, no line over 118 characters.

import {eur, toDecimal} from '#domain/money.ts';
import {dropshipStateBadges} from '../../../web/text/words.ts';
import type {ImportReport} from './import-catalogue.ts';
import type {DemoOrder, DemoScene} from './shopper.ts';

const widest = 118;

/** Long ones go on below, under the same indent. */
export function say(text: string, indent = ''): void {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && indent.length + line.length + 1 + word.length <= widest) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else lines.push(word);
  }
  for (const line of lines) process.stdout.write(`${indent}${line}\n`);
}

/** Only of a market-driven store. */
export function sayThatMarketsShip(): void {
  say(
    'The store is market-driven: shoppers pay the shipping rates of its markets, not those of its delivery profiles.',
  );
}

export function sayWhereToBegin(at: {
  readonly admin: string;
  readonly supplier: string;
  readonly shop: string;
  readonly engines: string;
}): void {
  say(`The app runs as ${at.engines}. It is installed in the stand-in store ${at.shop}, and nothing is connected yet.`);
  say('');
  say(`Open ${at.admin}`);
  say('');
  say(
    `The app asks for two keys: the supplier's page ${at.supplier} issues them. "Sandbox controls" at the top of the admin lead there, and let you order as a shopper. Ctrl+C ends it all.`,
  );
}

export function printRuns({summary, imported, chosenBrands, writesPerRun}: ImportReport): void {
  say('');
  say(`The supplier's catalogue has ${summary.articles} articles; ${summary.listed} of them can be bought singly.`);
  say(`The merchant chose ${chosenBrands.length} brands, among them ${chosenBrands.slice(0, 5).join(', ')}.`);
  say(
    `First run: ${imported.created} products made in ${(summary.runMs / 1_000).toFixed(1)} s, ${imported.held} held with a reason, ${summary.quarantined} set aside.`,
  );
  say(`Second run: ${summary.secondRunWrites} writes to the store (the first had ${writesPerRun[0] ?? 0}).`);
  say(`Third run, after the supplier stopped offering one of them: ${summary.retired} product taken off sale.`);
}

type Ending = {
  readonly opened: number;
  /** Orders the supplier has in all, each under a reference of its own. */
  readonly atSupplier: number;
  /** Whether the demo goes on, so that its links can be followed. */
  readonly stays: boolean;
};

export function printOrders(scenes: readonly DemoScene[], {opened, atSupplier, stays}: Ending): void {
  say('');
  say(
    'Each line of ours in a store order becomes one dropship order: goods + shipping fee in EUR, and below it our reference with the link to pay it at, or the reason why there is none.',
  );
  for (const {title, orders, note} of scenes) {
    say('');
    say(`${title}:`);
    orders.forEach(printOrder);
    const basket = totalOf(orders);
    if (basket !== null) say(basket, rowIndent);
    for (const name of new Set(orders.flatMap(({order, losesMoney}) => (losesMoney === true ? [order] : [])))) {
      say(`${name} loses money: goods and shipping fee cost more than it brings.`, rowIndent);
    }
    if (note !== undefined) say(note, rowIndent);
  }
  say('');
  say(`${opened} checkout links opened at the supplier. The supplier has ${atSupplier} orders, none of them twice.`);
  if (!stays)
    say('The links above lead nowhere now, since supplier and store end with this demo; without --exit they stay.');
}

const rowIndent = ' '.repeat(9);

function printOrder(order: DemoOrder): void {
  const goods = order.price === null || order.fee === null ? '' : `${euros(order.price)} + ${euros(order.fee)}`;
  const columns = [
    order.order.padEnd(5),
    cell(destinationOf(order), 18),
    cell(order.article, 44),
    goods.padStart(15),
    dropshipStateBadges[order.state].label,
  ];
  process.stdout.write(`  ${columns.join('  ')}\n`);
  if (order.checkoutUrl !== null) say(`${order.reference}  ${order.checkoutUrl}`, rowIndent);
  else if (order.reason !== null) say(order.reason, rowIndent);
}

/** Of a basket of several: what it costs in all. */
function totalOf(orders: readonly DemoOrder[]): string | null {
  const isBasket = orders.length > 1 && orders.every(({order}) => order === orders[0]?.order);
  if (!isBasket) return null;
  const sum = (of: (order: DemoOrder) => number | null) => euros(orders.reduce((all, one) => all + (of(one) ?? 0), 0));
  return `${sum(({price}) => price)} EUR for the goods, ${sum(({fee}) => fee)} EUR shipping in all.`;
}

const euros = (cents: number): string => toDecimal(eur(cents));

const cell = (text: string, width: number): string =>
  (text.length > width ? `${text.slice(0, width - 1)}…` : text).padEnd(width);

const country = new Intl.DisplayNames('en', {type: 'region'});

/** "Germany (zone EU)"; a country that is its own zone needs no second word. */
function destinationOf({country: code, zone}: DemoOrder): string {
  const name = country.of(code) ?? code;
  return zone === null || zone === code ? name : `${name} (zone ${zone})`;
}
