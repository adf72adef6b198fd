// What a merchant may type into the lines of a template, and what is said about a line that does not come out as it was typed.
import {expect, it} from 'vitest';
import {ProductTemplate, ProductTemplateInput} from '#domain/catalogue/template/product-template.ts';
import {shownNameError, tagLineError, titleLineError} from '#domain/catalogue/template/template-lines.ts';
import {tryTemplate} from '#domain/catalogue/template/try-template.ts';
import {toProductText} from '#domain/catalogue/to-product.ts';
import {countryCodes} from '../../../sandbox/shopify/countries.ts';
import {anArticle} from '../../builders.ts';

const known = 'You can use {name}, {brand}, {category}, {sku} and {id}.';

it.each([
  ['{name}', null],
  ['{brand} {name} – {category}, {sku} ({id})', null],
  ['Only words', null],
  ['', 'Enter a title, such as {name}.'],
  ['   ', 'Enter a title, such as {name}.'],
  ['{brand} {colour}', `{colour} stands for nothing. ${known}`],
  ['{Name}', `{Name} stands for nothing. ${known}`],
  ['{ name }', `{ name } stands for nothing. ${known}`],
  ['{}', `{} stands for nothing. ${known}`],
  ['{name', `A brace is missing its other half. ${known}`],
  ['name}', `A brace is missing its other half. ${known}`],
  ['{{name}}', `A brace is missing its other half. ${known}`],
  ['x'.repeat(255), null],
  ['x'.repeat(256), 'Enter at most 255 characters.'],
])('of the title %j is said: %s', (line, error) => {
  expect(titleLineError(line)).toBe(error);
  expect(ProductTemplateInput.safeParse({title: line}).error?.issues.map(({message}) => message)).toEqual(
    error === null ? undefined : [error],
  );
});

it('a tag has no comma, no unknown placeholder, and is not empty; there are at most 50', () => {
  expect([tagLineError('{brand}'), tagLineError(' ')]).toEqual([null, 'Enter a tag, or leave it out.']);
  expect(tagLineError('a, b')).toBe('A tag has no comma: Shopify would make two tags of it.');
  expect(tagLineError('{season}')).toContain('{season} stands for nothing.');
  const of = (count: number) => ProductTemplateInput.safeParse({tags: Array.from({length: count}, () => 'new')});
  expect(of(50).success).toBe(true);
  expect(of(51).error?.issues).toMatchObject([{path: ['tags'], message: 'Enter at most 50 tags.'}]);
});

it('what the store shows for a word is neither empty nor longer than Shopify takes', () => {
  expect(shownNameError(' ')).toBe('Enter what your store shows, or remove the row.');
  expect([shownNameError('x'.repeat(255)), shownNameError('x'.repeat(256))]).toEqual([
    null,
    'Enter at most 255 characters.',
  ]);
});

it('what was saved before these rules goes on working', () => {
  const saved = {title: '{colour} {name', tags: ['{season}', 'a, b'], vendors: {Nordhaag: ' '}};
  expect(ProductTemplate.parse(saved)).toMatchObject(saved);
});

it('says of one article what is cut, left out or cannot be read', () => {
  const article = anArticle({sku: '', name: 'x'.repeat(300), unit: 'pack', origin: 'Tuscany'});
  const notesOf = (template: object, of = article) =>
    tryTemplate(of, ProductTemplate.parse(template)).notes.map(({field, text}) => `${field}: ${text}`);
  expect(notesOf({title: '{sku}'})).toEqual(['title: The title comes out empty, so the article’s number is used.']);
  expect(notesOf({title: '{name}'})).toEqual(['title: Shopify takes 255 characters, so the title is cut.']);
  expect(notesOf({title: '{id}', tags: ['{sku}', '{name}']})).toEqual([
    'tags: A tag that comes out empty is left out.',
    'tags: Shopify takes 255 characters, so a tag is cut.',
  ]);
  expect(notesOf({title: '{id}'})).toEqual([]);
  expect(notesOf({title: '{id}', origin: true})).toEqual([
    'origin: “Tuscany” cannot be read as a country that Shopify has a code for.',
  ]);
  expect(notesOf({title: '{id}', origin: true}, {...article, origin: 'EU'})).toEqual([
    'origin: “EU” names no single country.',
  ]);
  expect(notesOf({title: '{id}', origin: true}, {...article, origin: ' '})).toEqual([
    'origin: The supplier states no origin of it.',
  ]);
});

it('a title is cut before its unit, so that neither is lost', () => {
  const title = (length: number) =>
    tryTemplate(anArticle({name: 'x'.repeat(length), unit: 'pack'}), ProductTemplate.parse({}));
  const longest = 255 - ' (sold per pack)'.length;
  expect(title(longest)).toMatchObject({title: `${'x'.repeat(longest)} (sold per pack)`, notes: []});
  expect(title(longest + 1)).toMatchObject({
    title: `${'x'.repeat(longest)} (sold per pack)`,
    notes: [{field: 'title'}],
  });
});

it('the country of origin is sent only where it is wanted, and only by a code that Shopify takes', () => {
  const originOf = (origin: string, template: object) =>
    toProductText(anArticle({origin}), ProductTemplate.parse(template)).origin;
  expect(originOf('Made in Portugal', {})).toBeNull();
  expect(originOf('Made in Portugal', {origin: true})).toBe('PT');
  expect(originOf('Puerto Rico', {origin: true})).toBeNull();
  expect(originOf('Non-EU', {origin: true})).toBeNull();
  const codes = new Set(countryCodes());
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  const sent = letters
    .flatMap((first) => letters.map((second) => originOf(first + second, {origin: true})))
    .filter((code) => code !== null);
  expect(sent.length).toBeGreaterThan(200);
  expect(sent.filter((code) => !codes.has(code))).toEqual([]);
});
