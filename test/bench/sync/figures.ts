// The figures of the catalogue half.

import {testEngines} from '../../support/test-app.ts';
import type {Figure} from '../figure.ts';
import {measureArticlePages} from './article-page.ts';
import {measureCreatingProducts} from './creating-products.ts';
import {measureReadingDetails} from './reading-details.ts';
import {measureUnchangedRun} from './unchanged-run.ts';

export async function* syncFigures(scale: number): AsyncGenerator<Figure> {
  yield* measureUnchangedRun(scale);
  yield await measureReadingDetails(scale);
  yield* measureArticlePages(scale);
  for (const engine of testEngines) yield* measureCreatingProducts(engine, scale);
  if (!testEngines.includes('postgres and redis'))
    process.stderr.write('left out, because Postgres and Redis are not both here: making products on them\n');
}
