// `npm run bench -- sync`, `-- orders` and `-- web`: each figure with its floor of the same run, as a table, or with `--json` one object a line.
import {parseArgs} from 'node:util';
import {type Figure, toTable} from './figure.ts';
import {orderFigures} from './orders/figures.ts';
import {syncFigures} from './sync/figures.ts';
import {webFigures} from './web/figures.ts';

const {values: flags, positionals} = parseArgs({
  allowPositionals: true,
  options: {
    json: {type: 'boolean', default: false},
    /** Smaller by this factor, to see that it runs. */
    scale: {type: 'string', default: '1'},
  },
});

const suites: Readonly<Record<string, (scale: number) => AsyncGenerator<Figure>>> = {
  sync: syncFigures,
  orders: orderFigures,
  web: webFigures,
};
const wanted = positionals.length > 0 ? positionals : Object.keys(suites);
const scale = Number(flags.scale);
const figures: Figure[] = [];
for (const name of wanted) {
  const suite = Object.hasOwn(suites, name) ? suites[name] : undefined;
  if (suite === undefined)
    throw new Error(`There is no bench "${name}"; there are: ${Object.keys(suites).join(', ')}.`);
  for await (const figure of suite(scale)) {
    figures.push(figure);
    if (flags.json) process.stdout.write(`${JSON.stringify(figure)}\n`);
    else process.stderr.write(`measured: ${figure.name}\n`);
  }
}
if (!flags.json) process.stdout.write(`${toTable(figures)}\n`);
