// Feed text in the store is text: whatever the supplier's catalogue holds, nothing of it runs, breaks the page or is lost.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {z} from 'zod';
import type {Article} from '#domain/catalogue/article.ts';
import {ProductTemplate} from '#domain/catalogue/template/product-template.ts';
import {toDescriptionHtml, toProductText} from '#domain/catalogue/to-product.ts';
import {feedText} from './arbitraries.ts';
import {anArticle} from './builders.ts';

const textOf = (article: Article, template: z.input<typeof ProductTemplate> = {}) =>
  toProductText(article, ProductTemplate.parse(template));
const ourTags = /^(?:<p>(?:[^<>]|<br>)*<\/p>)*$/;
const entities = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
]);
const decode = (html: string) => html.replaceAll(/&[^;]*;/g, (entity) => entities.get(entity) ?? `unknown ${entity}`);
const withoutSpace = (text: string) => text.replaceAll(/\s+/g, '');

describe('description', () => {
  test('the only markup is ours: paragraphs and line breaks, without attributes', () => {
    fc.assert(
      fc.property(feedText, (text) => {
        expect(toDescriptionHtml(text)).toMatch(ourTags);
      }),
    );
  });

  test('what a browser shows is the text, every character of it', () => {
    fc.assert(
      fc.property(feedText, (text) => {
        const shown = decode(toDescriptionHtml(text).replaceAll(/<\/?p>|<br>/g, ' '));
        expect(withoutSpace(shown)).toBe(withoutSpace(text.toWellFormed()));
      }),
    );
  });

  test.each([
    ['', ''],
    ['  \n\n \n', ''],
    ['One.\nTwo.\n\nThree.', '<p>One.<br>Two.</p><p>Three.</p>'],
    ['One.\r\nTwo.\r\n\r\nThree.', '<p>One.<br>Two.</p><p>Three.</p>'],
    ['<script>alert("1")</script>', '<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</p>'],
    ['&lt;script&gt;', '<p>&amp;lt;script&amp;gt;</p>'],
    ["<a href='javascript:x()'>", '<p>&lt;a href=&#39;javascript:x()&#39;&gt;</p>'],
    ['قميص كتان\u200f', '<p>قميص كتان\u200f</p>'],
    ['half \ud83d a shirt', '<p>half \ufffd a shirt</p>'],
  ])('%j becomes %j', (text, html) => {
    expect(toDescriptionHtml(text)).toBe(html);
  });
});

describe('the lines a theme may print as they are', () => {
  test('no line can open a tag or end an attribute, in whatever field it stands', () => {
    fc.assert(
      fc.property(feedText, feedText, feedText, (name, brand, category) => {
        const {title, vendor, productType} = textOf(anArticle({name, brand, category}));
        for (const line of [title, vendor, productType]) {
          expect(line).not.toMatch(/<[a-z/!?]/i);
          expect(line).not.toMatch(/["']/);
          expect(line.isWellFormed()).toBe(true);
          expect(line.length).toBeLessThanOrEqual(255);
        }
      }),
    );
  });

  test.each([
    ['x" onmouseover="alert(1)', 'x” onmouseover=”alert(1)'],
    ["x' onfocus='alert(1)", 'x’ onfocus=’alert(1)'],
    ['Women\'s 15" bag "Nordlicht"', 'Women’s 15″ bag “Nordlicht”'],
    ['The "Size 38" fit, 6\'', 'The “Size 38” fit, 6′'],
  ])('the quotes of %j are typographic: %s', (text, line) => {
    const product = textOf(anArticle({name: text, brand: text, category: text, unit: text}), {tags: ['{category}']});
    expect(product.title).toBe(`${line} (sold per ${line})`);
    expect(product).toMatchObject({vendor: line, productType: line, tags: [line.replaceAll(/, /g, '  ')]});
  });

  test('quotes that the merchant writes between words of the feed end no attribute either', () => {
    const template = {title: '{brand} "{name}"'};
    expect(textOf(anArticle({name: ' onclick=x', brand: 'B'}), template).title).toBe('B “onclick=x”');
  });

  test('a vendor the merchant chose keeps its quotes, so that it stays the one of their other products', () => {
    const {vendor} = textOf(anArticle({brand: 'LEVIS'}), {vendors: {LEVIS: "Levi's"}});
    expect(vendor).toBe("Levi's");
  });

  test.each([
    ['I <3 you, <b>bold</b>', 'I <3 you, ‹b>bold‹/b>'],
    ['size <XL', 'size ‹XL'],
    ['a <!-- b', 'a ‹!-- b'],
  ])('a smaller-than sign that could open a tag becomes another one that reads the same: %j', (text, line) => {
    const product = textOf(anArticle({name: text, brand: text, category: text}), {tags: ['{brand}']});
    expect(product).toMatchObject({title: line, vendor: line, productType: line, tags: [line.replaceAll(', ', '  ')]});
  });

  test('a smaller-than sign that opens nothing stays', () => {
    expect(textOf(anArticle({name: 'Kids < 12 & up'})).title).toBe('Kids < 12 & up');
  });

  test('a name that is missing or blank: the article id stands in', () => {
    expect(textOf(anArticle({name: '  '})).title).toBe('A-100');
  });
});

describe('unit', () => {
  test.each([
    ['pc', 'Linen shirt'],
    [' PC ', 'Linen shirt'],
    ['pcs', 'Linen shirt'],
    ['Stk', 'Linen shirt'],
    ['Stk.', 'Linen shirt'],
    ['STÜCK', 'Linen shirt'],
    ['pie\u0300ce', 'Linen shirt'],
    ['pair', 'Linen shirt'],
    ['Paar', 'Linen shirt'],
    ['pairs of two', 'Linen shirt (sold per pairs of two)'],
    ['', 'Linen shirt'],
    ['pack', 'Linen shirt (sold per pack)'],
    ['box of 12', 'Linen shirt (sold per box of 12)'],
  ])('sold by the %j: "%s"', (unit, title) => {
    expect(textOf(anArticle({unit})).title).toBe(title);
  });

  test('a name as long as the store takes does not push the unit out of sight', () => {
    const {title} = textOf(anArticle({name: 'n'.repeat(255), unit: 'pack'}));
    expect(title).toMatch(/^n+ \(sold per pack\)$/);
    expect(title).toHaveLength(255);
  });

  test('nor does a unit of absurd length push out the name', () => {
    const {title} = textOf(anArticle({unit: 'u'.repeat(10_000)}));
    expect(title).toMatch(/^Linen shirt \(sold per u+\)$/);
    expect(title.length).toBeLessThanOrEqual(255);
  });
});

test('a name is never cut through a character', () => {
  const {title} = textOf(anArticle({name: `${'n'.repeat(254)}👕`}));
  expect(title).toBe('n'.repeat(254));
});

test('texts of five megabytes take no time and come out short', () => {
  const shapes = ['<', '\n', ' \n', '\n \n x', 'x', '👕', '\ud83d', '&', 'a\r\n'];
  const began = performance.now();
  for (const shape of shapes) {
    const huge = shape.repeat(Math.ceil(5_000_000 / shape.length));
    const text = textOf(anArticle({name: huge, brand: huge, category: huge, description: huge, unit: huge}));
    expect(text.descriptionHtml.length).toBeLessThan(512_000);
    expect(text.descriptionHtml).toMatch(ourTags);
  }
  expect(performance.now() - began).toBeLessThan(2_000);
});

test('what is for the merchant alone does not reach the store', () => {
  const secrets = {
    sizes: 'SIZES-TEXT',
    seller: 'SELLER',
    url: 'https://supplier.example/URL',
    origin: 'ORIGIN',
    moq: 987_654,
    tiers: [{minQty: 876_543, price: 765_432}],
    priceFrom: 654_321,
    listPrice: 543_210,
  };
  const text = JSON.stringify(textOf(anArticle(secrets)));
  for (const secret of ['SIZES-TEXT', 'SELLER', 'URL', 'ORIGIN', '987654', '876543', '765432', '654321', '543210']) {
    expect(text).not.toContain(secret);
  }
});

test('brand is the vendor, category the type, images in order and at most twenty', () => {
  const images = Array.from({length: 30}, (_, index) => `https://img.example/${index}.jpg`);
  expect(textOf(anArticle({images}))).toMatchObject({
    articleId: 'A-100',
    vendor: 'Nordwind',
    productType: 'Shirts',
    tags: [],
    images: images.slice(0, 20),
  });
});

describe('the merchant’s template', () => {
  test('puts words together; what is unknown stays as it was written', () => {
    const template = {title: '{brand} {name} {size} ({id})', tags: ['{brand}', 'Category: {category}', 'dropship']};
    expect(textOf(anArticle(), template)).toMatchObject({
      title: 'Nordwind Linen shirt {size} (A-100)',
      tags: ['Nordwind', 'Category: Shirts', 'dropship'],
    });
  });

  test('is filled once: placeholders and replacement patterns in feed text are text', () => {
    const article = anArticle({name: '{brand} $& $1', brand: '{id}'});
    expect(textOf(article, {title: '{name} by {brand}'}).title).toBe('{brand} $& $1 by {id}');
  });

  test('that leaves nothing of a title falls back on the article id', () => {
    expect(textOf(anArticle({brand: ' '}), {title: '{brand}'}).title).toBe('A-100');
  });

  test('makes no empty tag, no two of one word, and no comma in any', () => {
    const tags = ['{brand}', 'NORDWIND', '{sku}', 'a, b'];
    expect(textOf(anArticle({sku: ' '}), {tags}).tags).toEqual(['NORDWIND', 'a  b']);
  });

  test.each(['Nordwind', 'nordwind', '__proto__', 'constructor'])('maps the brand %j by its words alone', (brand) => {
    const vendors = {NORDWIND: 'North Wind Ltd', toString: 'never'};
    const mapped = brand.toLowerCase() === 'nordwind' ? 'North Wind Ltd' : brand;
    expect(textOf(anArticle({brand}), {vendors}).vendor).toBe(mapped);
  });

  test('maps categories to product types and to weights, with one weight for the rest', () => {
    const template = {types: {shirts: 'Tops'}, weights: {SHIRTS: 250}, defaultWeight: 900};
    expect(textOf(anArticle(), template)).toMatchObject({productType: 'Tops', weightGrams: 250});
    expect(textOf(anArticle({category: 'Shoes'}), template)).toMatchObject({productType: 'Shoes', weightGrams: 900});
    expect(textOf(anArticle()).weightGrams).toBeNull();
  });

  test('holds on any feed text: no tag opens markup, every line is well-formed', () => {
    fc.assert(
      fc.property(feedText, feedText, feedText, (name, brand, category) => {
        const template = {title: '{brand}: {name}', tags: ['{category}', '{name}']};
        const {title, tags} = textOf(anArticle({name, brand, category}), template);
        for (const line of [title, ...tags]) {
          expect(line).not.toMatch(/<[a-z/!?]/i);
          expect(line).not.toMatch(/["']/);
          expect(line.isWellFormed()).toBe(true);
          expect(line.length).toBeLessThanOrEqual(255);
        }
      }),
    );
  });
});

test('an image named twice is one image', () => {
  const images = ['https://img.example/1.jpg', 'https://img.example/2.jpg', 'https://img.example/1.jpg'];
  expect(textOf(anArticle({images})).images).toEqual(images.slice(0, 2));
});
