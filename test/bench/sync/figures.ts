// The figures of the catalogue half.

import {houseEngines} from '../../support/house.ts';
import type {Figure} from '../figure.ts';
import {measureArticlePage} from './article-page.ts';
import {measureCreatingProducts} from './creating-products.ts';
import {measureReadingDetails} from './reading-details.ts';

export async function* syncFigures(scale: number): AsyncGenerator<Figure> {
  yield await measureReadingDetails(scale);
  yield await measureArticlePage(scale);
  for (const engine of houseEngines) yield* measureCreatingProducts(engine, scale);
}
