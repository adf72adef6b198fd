// What the product does with text that strangers, shoppers, merchants, the supplier and Shopify write takes time in proportion to the text.
import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import express from 'express';
import {describe, expect, onTestFinished, test} from 'vitest';
import {estimateSizes} from '#domain/catalogue/estimate-sizes.ts';
import {planWithdrawal} from '#domain/catalogue/off-sale/plan-withdrawal.ts';
import {toDescriptionHtml, toPrintedLine} from '#domain/catalogue/to-product.ts';
import {toCsvLine} from '#domain/csv.ts';
import {VariantGid} from '#domain/ids.ts';
import {dutyNote} from '#domain/margins/duty-note.ts';
import {cleanBuyerText} from '#domain/orders/buyer-text.ts';
import {exactSize} from '#domain/orders/exact-size.ts';
import {findCountries} from '#domain/orders/find-countries.ts';
import {readProperties} from '#domain/orders/properties/line-properties.ts';
import {describeSettingsChanges} from '#domain/settings/settings-changes.ts';
import {cleanLine, cleanText} from '#domain/text.ts';
import {isSameWord} from '#domain/words/same-word.ts';
import {toWordQuery} from '../../server/db/catalogue/article-words.ts';
import {refuseUnstorableText} from '../../server/http/plain-text.ts';
import {readVariantWords} from '../../server/shopify/products/variant-plan.ts';
import {readErrorMessage} from '../../server/supplier/transport/error-message.ts';
import {growthOf, mostGrowth} from './patterns/time-growth.ts';

const reading: readonly [name: string, read: (text: string) => unknown][] = [
  ['the name of a line property', (key) => readProperties([{key, value: 'red'}], [])],
  ['the value of a line property', (value) => readProperties([{key: 'Size:', value}], [])],
  ['the name of a buyer', cleanBuyerText],
  ['a colour', (word) => isSameWord(word, 'red')],
  ['a size', (text) => exactSize(text, 'pc')],
  ['the sizes of an article', (text) => estimateSizes(text, 'Shoes')],
  ['the description of an article', toDescriptionHtml],
  ['a title for a theme', (text) => toPrintedLine(text)],
  ['a line of the feed', (text) => cleanLine(text, 500)],
  ['a text of the feed', (text) => cleanText(text, 50_000)],
  ['the origin of an article', (text) => dutyNote('JP', text)],
  ['a cell of a spreadsheet', (text) => toCsvLine([text])],
  ['a country that is searched', findCountries],
  ['articles that are searched', toWordQuery],
  ['a setting in the audit trail', (text) => describeSettingsChanges({title: ''}, {title: text})],
  ['an error of the supplier', (error) => readErrorMessage({error}, ['key'], ['Ada Beispiel', 'ada@shopper.example'])],
];

const pumps = [
  ' ',
  'a ',
  'a',
  '0',
  '-',
  '.',
  '"',
  "'",
  '<',
  '<a',
  '?',
  '@',
  'a@',
  ':',
  ';=',
  '=',
  '%41',
  'aé',
  '\u0301\u0323',
  '\u0301\uff9e',
  '\u0344\u0323',
  '\n',
  '\ufffd',
  'QQ==',
];

test.each(reading)('%s', (_name, read) => {
  for (const pump of pumps) {
    for (const [before, after] of [
      ['', ''],
      ['Size', 'x'],
      ['a', '\0'],
    ]) {
      const {ratio} = growthOf((size) => {
        const text = before + pump.repeat(Math.ceil(size / pump.length)) + after;
        return () => void read(text);
      });
      expect([pump, before, after, ratio <= mostGrowth]).toEqual([pump, before, after, true]);
    }
  }
});

describe('what a product has much of', () => {
  const harmless = (count: number) => Array.from({length: count}, (_, index) => ({key: `Note ${index}`, value: 'x'}));

  test.each([
    ['properties', (size: number) => harmless(size)],
    [
      'properties of one name',
      (size: number) => harmless(size).map(({value}, index) => ({key: 'Size', value: `${value} ${index}`})),
    ],
    ['hidden properties', (size: number) => harmless(size).map(({key, value}) => ({key: `_${key}`, value}))],
  ])('%s of an order line', (_name, propertiesOf) => {
    const {ratio} = growthOf((size) => {
      const properties = propertiesOf(size);
      return () => void readProperties(properties, []);
    });
    expect(ratio).toBeLessThanOrEqual(mostGrowth);
  });

  test('variants, where each is looked for among all stated words', () => {
    const {ratio} = growthOf((size) => {
      const sizes = Array.from({length: size}, (_, index) => `Size ${index}`);
      const variants = sizes.map((value) => ({options: [{name: 'Size', value}]}));
      return () => {
        const stated = {colours: [], sizes: [...sizes]};
        for (const variant of variants) readVariantWords(variant, stated);
      };
    }, 2_048);
    expect(ratio).toBeLessThanOrEqual(mostGrowth);
  });
});

test('variants that are no longer stated, looked for among as many that are', () => {
  const {ratio} = growthOf((size) => {
    const named = (word: string) =>
      Array.from({length: size}, (_, index) => ({
        colour: `${word} ${index}`,
        size: null,
        gid: VariantGid.parse(`gid://shopify/ProductVariant/${index}`),
      }));
    const update = {live: named('Old'), draft: {variants: named('New')}, variantsChange: true, raise: false as const};
    return () => void planWithdrawal(update);
  }, 2_048);
  expect(ratio).toBeLessThanOrEqual(mostGrowth);
});

/** How much longer one takes than the other: the shortest times of several rounds in turn, until they are like enough. */
async function longerBy(one: () => Promise<unknown>, other: () => Promise<unknown>, enough: number): Promise<number> {
  const least = [Infinity, Infinity];
  let ratio = Infinity;
  for (let round = 0; round < 40 && ratio >= enough; round += 1) {
    for (const [index, work] of [one, other].entries()) {
      const begun = performance.now();
      await work();
      least[index] = Math.min(least[index] ?? Infinity, performance.now() - begun);
    }
    ratio = (least[0] ?? 0) / (least[1] ?? 1);
  }
  return ratio;
}

test('an address of 15,000 question marks takes no longer than one of 15,000 letters', async () => {
  const app = express().use(refuseUnstorableText, (_req, res) => res.end('read'));
  const server = createServer(app).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const {port} = server.address() as AddressInfo;
  const get = async (sign: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/template?${sign.repeat(15_000)}`);
    expect([answer.status, await answer.text()]).toEqual([200, 'read']);
  };
  await get('a');
  // One match of /\?.*%00/ took a hundred times as long as such a request.
  const ratio = await longerBy(
    () => get('?'),
    () => get('a'),
    5,
  );
  expect(ratio).toBeLessThan(5);
});
