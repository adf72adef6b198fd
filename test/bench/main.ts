// `npm run bench -- sync`, `-- orders`, `-- web` and `-- shops`: each figure with its floor of the same run, as a table, or with `--json`
// one object a line. `--write` also writes what ran into the table of README.md.
import {readFile, writeFile} from 'node:fs/promises';
import {availableParallelism} from 'node:os';
import {parseArgs} from 'node:util';
import {type Figure, toTable} from './figure.ts';
import {orderFigures} from './orders/figures.ts';
import {withFigures} from './readme-table.ts';
import {shopFigures} from './shops/figures.ts';
import {toSizes} from './shops/sizes.ts';
import {syncFigures} from './sync/figures.ts';
import {webFigures} from './web/figures.ts';

const {values: flags, positionals} = parseArgs({
  allowPositionals: true,
  options: {
    json: {type: 'boolean', default: false},
    /** The amounts are multiplied by it: 0.1 measures a tenth, to see that it runs. */
    scale: {type: 'string', default: '1'},
    write: {type: 'boolean', default: false},
    /** Of the bench of many shops; also SHOPS, ARTICLES and WORKERS in the environment. */
    shops: {type: 'string'},
    articles: {type: 'string'},
    workers: {type: 'string'},
  },
});

const suites: Readonly<Record<string, (scale: number) => AsyncGenerator<Figure>>> = {
  sync: syncFigures,
  orders: orderFigures,
  web: webFigures,
  shops: (by) => shopFigures(toSizes(flags, process.env, by), by),
};
const wanted = positionals.length > 0 ? positionals : Object.keys(suites);
const scale = Number(flags.scale);
if (flags.write && scale !== 1) throw new Error('--write takes figures of the full scale alone.');
const ran = new Map<string, readonly Figure[]>();
for (const name of wanted) {
  const suite = Object.hasOwn(suites, name) ? suites[name] : undefined;
  if (suite === undefined)
    throw new Error(`There is no bench "${name}"; there are: ${Object.keys(suites).join(', ')}.`);
  const figures: Figure[] = [];
  for await (const figure of suite(scale)) {
    figures.push(figure);
    if (flags.json) process.stdout.write(`${JSON.stringify(figure)}\n`);
    else process.stderr.write(`measured: ${figure.name}\n`);
  }
  ran.set(name, figures);
}
if (!flags.json) process.stdout.write(`${toTable([...ran.values()].flat())}\n`);
if (flags.write) {
  const readme = new URL('README.md', import.meta.url);
  const machine = `${availableParallelism()} cores, Node ${process.version}`;
  await writeFile(readme, withFigures(await readFile(readme, 'utf8'), ran, machine));
}
