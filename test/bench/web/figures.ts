// The figures of the merchant's pages.
import {readdir, readFile} from 'node:fs/promises';
import {gzipSync} from 'node:zlib';
import {browserRuns} from '../../web/browser.ts';
import {ensurePageIsBuilt} from '../../web/built-page.ts';
import {byItself, type Figure} from '../figure.ts';
import {measureArticlePages} from '../sync/article-page.ts';
import {measureRuleCounts} from './count-rules.ts';
import {measureOrderPage} from './order-page.ts';
import {measurePageSpeed} from './page-speed.ts';

export async function* webFigures(scale: number): AsyncGenerator<Figure> {
  yield await measureScript();
  if (browserRuns) yield* measurePageSpeed();
  else process.stderr.write('left out, because Chromium is not here: the pages in the browser\n');
  yield await measureOrderPage(scale);
  yield* measureArticlePages(scale);
  yield* measureRuleCounts(scale);
}

/** What the browser loads before it shows anything: the script that index.html names, and those it preloads. */
async function measureScript(): Promise<Figure> {
  await ensurePageIsBuilt();
  const dist = new URL('../../../web/dist/', import.meta.url);
  const html = await readFile(new URL('index.html', dist), 'utf8');
  const named = (await readdir(new URL('assets/', dist))).filter((file) => html.includes(`/assets/${file}`));
  const texts = await Promise.all(named.map((file) => readFile(new URL(`assets/${file}`, dist))));
  const kilobytes = texts.reduce((sum, text) => sum + gzipSync(text).length, 0) / 1000;
  return byItself('initial script, gzipped', kilobytes, 'kB', {atMost: 105});
}
