// The figures of many shops on one installation.
import {testEngines} from '../../support/test-app.ts';
import type {Figure} from '../figure.ts';
import {measureBehindImport} from './behind-import.ts';
import {measureFirstImports} from './first-imports.ts';
import {measureFloods} from './flood.ts';
import {measureTiedShops} from './many-tied.ts';
import type {Sizes} from './sizes.ts';

export async function* shopFigures(sizes: Sizes, scale: number): AsyncGenerator<Figure> {
  if (!testEngines.includes('postgres and redis')) {
    process.stderr.write('left out, because Postgres and Redis are not both here: all figures of many shops\n');
    return;
  }
  yield* measureTiedShops(sizes, scale);
  yield* measureFirstImports(sizes, scale);
  yield* measureBehindImport(sizes, scale);
  yield* measureFloods(sizes, scale);
}
