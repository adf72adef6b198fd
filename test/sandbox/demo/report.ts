// What the demo tells a person.
import type {ImportReport} from './import-catalogue.ts';
import type {DemoScene} from './shopper.ts';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

export function printRuns({summary, imported, chosenBrands, writesPerRun}: ImportReport): void {
  say('');
  say(`The supplier's catalogue has ${summary.articles} articles; ${summary.listed} of them can be bought singly.`);
  say(`The merchant chose ${chosenBrands.length} brands: ${chosenBrands.join(', ')}.`);
  say(
    `First run: ${imported.created} products made in ${(summary.runMs / 1_000).toFixed(1)} s, ${imported.held} held with a reason, ${summary.quarantined} set aside.`,
  );
  say(`Second run: ${summary.secondRunWrites} writes to the store (the first had ${writesPerRun[0] ?? 0}).`);
  say(`Third run, after the supplier stopped offering one of them: ${summary.retired} product taken off sale.`);
}

export function printOrders(scenes: readonly DemoScene[], opened: number): void {
  for (const {title, orders} of scenes) {
    say('');
    say(`${title}:`);
    for (const {country, zone, state, reason, checkoutUrl, fee} of orders) {
      const shipping = fee === null ? '' : `, shipping ${(fee / 100).toFixed(2)} EUR`;
      say(`  ${country}: ${state}${zone === null ? '' : ` (zone ${zone}${shipping})`}`);
      say(`    ${checkoutUrl ?? reason ?? ''}`);
    }
  }
  say('');
  say(`${opened} checkout links opened at the supplier.`);
}
