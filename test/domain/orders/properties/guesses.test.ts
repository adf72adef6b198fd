// A colour or size is a guess where it comes from a standing answer, the only word there is, or the catalogue's text. No guess is made while
// something that the buyer entered is not understood.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {type MerchantOverrides, noDetails, noOverrides} from '#domain/orders/merchant-overrides.ts';
import {noTimes} from '#domain/orders/order-times.ts';
import {planLine, type SendableLine} from '#domain/orders/plan-dropship.ts';
import {noCatalogueTexts, planSend} from '#domain/orders/plan-send.ts';
import {collectEnteredProperties} from '#domain/orders/properties/entered.ts';
import type {LineProperty, PropertyAnswer} from '#domain/orders/properties/line-properties.ts';
import type {StoreOrder, StoreOrderLine} from '#domain/orders/store-order.ts';
import {aLine, anOrder, aStockReading, blueShirt, now, orderRules} from '../../builders.ts';

const plain = {...blueShirt, colour: null, size: null};
const guesses = ['standing', 'catalogue', 'only_stated', 'only_defined'];
/** Everything that can be guessed is. */
const guessing = {...orderRules, standingColour: 'as pictured', standingSize: 'one size'};

type Given = {
  readonly line?: Partial<StoreOrderLine>;
  readonly order?: Partial<StoreOrder>;
  readonly article?: typeof plain | typeof blueShirt;
  readonly answers?: readonly PropertyAnswer[];
  readonly stated?: {readonly colours: readonly string[]; readonly sizes: readonly string[]};
  readonly overrides?: MerchantOverrides;
};

function decide({line, order, article = plain, answers = [], stated, overrides = noOverrides}: Given) {
  const rules = {...guessing, propertyAnswers: [...answers]};
  const sold = aLine(line);
  const plan = planLine(anOrder({lines: [sold], ...order}), sold, article, rules, now, overrides);
  if (plan.kind !== 'sendable') return plan;
  const stock = aStockReading({colours: [], sizes: [], ...stated});
  return planSend(
    plan,
    {listed: true, stock, knownCost: null, texts: {...noCatalogueTexts, sizes: '42', unit: 'pc'}},
    rules,
    overrides,
  );
}

const entered = (...pairs: readonly (readonly [string, string])[]): Partial<StoreOrderLine> => ({
  properties: pairs.map(([key, value]) => ({key, value})),
});
const asksAbout = (name: string) => ({
  kind: 'needs_details',
  reason: {code: 'property_unread', text: expect.stringContaining(`“${name}”`)},
});

describe('something that is not understood', () => {
  test('holds a guess from a standing answer, the catalogue’s text, or the only word', () => {
    const line = entered(['Engraving', 'Ada Beispiel']);
    expect(decide({line})).toMatchObject(asksAbout('Engraving'));
    expect(decide({line, stated: {colours: ['Blue'], sizes: ['M']}})).toMatchObject(asksAbout('Engraving'));
    expect(decide({line, stated: {colours: ['Blue', 'Red'], sizes: []}})).toMatchObject(asksAbout('Engraving'));
    expect(JSON.stringify(decide({line}))).not.toContain('Ada');
  });

  test('holds nothing where the variant, or a property that was read, decides both', () => {
    const line = entered(['Engraving', 'Ada'], ['Gift note', 'For you'], ['Delivery date', 'Monday']);
    expect(decide({line, article: blueShirt, stated: {colours: ['Blue'], sizes: ['M']}})).toMatchObject({kind: 'send'});
    const both = entered(['Select colour', 'Red'], ['Size (EU)', '38'], ['Engraving', 'Ada']);
    expect(decide({line: both})).toMatchObject({kind: 'send', colour: 'Red', size: '38'});
  });

  test('holds nothing where the merchant typed both', () => {
    const overrides = {...noOverrides, details: {...noDetails, colour: 'Red', size: 'L'}};
    expect(decide({line: entered(['Style', 'XL']), overrides})).toMatchObject({kind: 'send', colour: 'Red', size: 'L'});
  });

  test.each<readonly [string, Given]>([
    ['Order note', {order: {entered: [{key: 'Order note', value: 'please in red'}]}}],
    ['Variante', {order: {entered: [{key: 'Variante', value: 'rot'}]}}],
    ['Style', {line: {options: [{key: 'Style', value: 'XL'}]}}],
  ])('may also be %s', (name, given) => {
    expect(decide(given)).toMatchObject(asksAbout(name));
  });

  test('is no option that stands for our own colour, and an option that the merchant added is read', () => {
    const article = {...plain, colour: 'Blue'};
    const named = {options: [{key: 'Farbe', value: 'Blau'}]};
    expect(decide({article, line: named, stated: {colours: ['Blue'], sizes: []}})).toMatchObject({kind: 'send'});
    expect(decide({line: {options: [{key: 'Title', value: 'Default Title'}]}})).toMatchObject({kind: 'send'});
    const added = {options: [...named.options, {key: 'Größe', value: '44'}]};
    expect(decide({article, line: added, stated: {colours: ['Blue'], sizes: []}})).toMatchObject({size: '44'});
  });

  test('is a variant that Piecewise did not make: what the merchant does not type is asked', () => {
    const article = {...plain, size: 'M', isByHand: true as const};
    const overrides = {...noOverrides, details: {...noDetails, size: 'M'}};
    expect(decide({article, overrides})).toMatchObject({kind: 'needs_details', reason: {code: 'colour_missing'}});
  });

  test('names at most three, each cut', () => {
    const long = 'x'.repeat(60);
    const plan = decide({line: entered([long, 'a'], ['b', 'b'], ['c', 'c'], ['d', 'd'], ['e', 'e'])});
    expect(plan).toMatchObject(asksAbout('x'.repeat(40)));
    expect(plan).toMatchObject({reason: {text: expect.stringContaining('“b”, “c” and 2 more')}});
  });
});

describe('the merchant’s answer for a name', () => {
  const line = entered(['Schnitt', '44'], ['Engraving', 'Ada']);

  test('makes it the size or the colour, or makes it count for nothing', () => {
    const never = {name: 'engraving', meaning: 'never'} as const;
    expect(decide({line, answers: [never]})).toMatchObject(asksAbout('Schnitt'));
    expect(decide({line, answers: [never, {name: 'SCHNITT', meaning: 'size'}]})).toMatchObject({
      kind: 'send',
      size: '44',
      words: {colour: {from: 'standing'}, size: {from: 'property'}},
    });
  });

  test('“always ask” holds each order with it, whatever decides colour and size, until the merchant sends it', () => {
    const answers = [{name: 'Engraving', meaning: 'always'}] as const;
    const given: Given = {
      line: entered(['Engraving', 'Ada']),
      article: blueShirt,
      answers,
      stated: {colours: ['Blue'], sizes: ['M']},
    };
    const held = {kind: 'held', reason: {code: 'property_asked', text: expect.stringContaining('“Engraving”')}};
    expect(decide(given)).toMatchObject(held);
    expect(decide({...given, overrides: {...noOverrides, approved: ['property_asked']}})).toMatchObject({kind: 'send'});
    expect(decide({...given, line: entered(['Engraving', ' '])})).toMatchObject({kind: 'send'});
  });
});

test('a line that only its SKU makes ours waits for the merchant before anything else is decided of it', () => {
  const line = aLine();
  const times = {...noTimes, knownBySku: true};
  const plan = (overrides = noOverrides) =>
    planLine(anOrder({lines: [line], financialStatus: 'PENDING'}), line, blueShirt, orderRules, now, overrides, times);
  expect(plan()).toMatchObject({kind: 'held', reason: {code: 'known_by_sku'}});
  expect(plan({...noOverrides, approved: ['known_by_sku']})).toMatchObject({reason: {code: 'not_paid'}});
});

const words = fc.constantFrom(
  'Select',
  'your',
  'Size',
  'Colour',
  'Größe',
  'Schuhgröße',
  'Farbe',
  'box',
  'of',
  'the',
  'Engraving',
  'Style',
  '2',
  '(EU)',
  'サイズ',
  '色',
  '的',
  '_',
  '/',
);
const names = fc.oneof(
  fc.array(words, {minLength: 1, maxLength: 4}).map((all) => all.join(' ')),
  fc.string({unit: 'binary', maxLength: 12}),
);
const values = fc.oneof(fc.constantFrom('Red', '42', 'M', 'as pictured', 'one size'), fc.string({maxLength: 8}));
/** The other words leave a doubt. */
const understood = new Set('Select your Size Colour Größe Schuhgröße Farbe of the (EU) サイズ 色 的'.split(' '));
const whatOf = (word: string) => (/^(?:size|größe|サイズ)$/i.test(word) ? 'size' : 'colour');
const properties: fc.Arbitrary<LineProperty[]> = fc.array(fc.record({key: names, value: fc.option(values)}), {
  maxLength: 4,
});
const lists = fc.constantFrom([], ['Red'], ['Red', 'Blue'], ['M'], ['M', 'L']);

test('no request is made with a guess while a visible property is not understood', () => {
  fc.assert(
    fc.property(
      fc.record({
        properties,
        onOrder: properties,
        colours: lists,
        sizes: lists,
        hasColour: fc.boolean(),
        hasSize: fc.boolean(),
      }),
      ({properties: onLine, onOrder, colours, sizes, hasColour, hasSize}) => {
        const article = {...plain, colour: hasColour ? 'Red' : null, size: hasSize ? 'M' : null};
        const given = {line: {properties: onLine}, order: {entered: onOrder}, article, stated: {colours, sizes}};
        const sent = decide(given);
        if (sent.kind !== 'send') return;
        const sources = [sent.words.colour?.from ?? 'none', sent.words.size?.from ?? 'none'];
        if (!sources.some((source) => guesses.includes(source))) return;
        const rest = [...onLine, ...onOrder].filter(
          ({key, value}) => !key.startsWith('_') && (value ?? '').trim() !== '',
        );
        for (const {key} of rest) {
          const others = key.split(/[\s_/]+/).filter((word) => word !== '' && !understood.has(word));
          expect(others, `“${key}” was not understood`).toEqual([]);
          expect(new Set(key.match(/size|größe|サイズ|colour|farbe|色/gi)?.map(whatOf)).size).toBe(1);
        }
      },
    ),
    {numRuns: 2_000},
  );
});

test('what the order’s page lists is what decides', () => {
  const sold = aLine({properties: [{key: 'Engraving', value: 'Ada'}]});
  const order = anOrder({lines: [sold], entered: [{key: 'Order note', value: 'x'}]});
  const plan = planLine(order, sold, blueShirt, orderRules, now) as SendableLine;
  expect(plan.properties).toEqual(collectEnteredProperties(order, sold, blueShirt));
});
