// The pictures of the articles: real ones, another for each article, at the addresses the catalogue names.
import {inflateSync} from 'node:zlib';
import {expect, test} from 'vitest';
import {z} from 'zod';
import {CATEGORIES} from '../sandbox/supplier/catalogue/categories.ts';
import {drawPicture} from '../sandbox/supplier/pictures/picture.ts';
import {ask, visit} from './visitor.ts';

const Articles = z.object({items: z.array(z.object({id: z.string(), images: z.array(z.string())}))});

test('an article’s images lead to pictures of it at the supplier', async () => {
  await using visitor = await visit({servesImages: true});
  const {items} = Articles.parse((await visitor.catalogue('a=products')).json);
  const [first, second] = items.filter(({images}) => images.length > 1);
  expect(first?.images[0]).toBe(`${visitor.supplier.url}/pictures/${first?.id}/1.png`);
  const bytesOf = async (url = '') => {
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toBe('image/png');
    return Buffer.from(await answer.arrayBuffer());
  };
  const pictures = [await bytesOf(first?.images[0]), await bytesOf(second?.images[0])];
  expect(pictures[0]?.equals(pictures[1] ?? Buffer.alloc(0))).toBe(false);
  for (const path of [`${first?.id}/0.png`, `${first?.id}/${(first?.images.length ?? 0) + 1}.png`, 'none/1.png']) {
    expect((await ask(`${visitor.supplier.url}/pictures/${path}`)).status).toBe(404);
  }
});

test('a picture is a complete PNG of 400 × 500 points', async () => {
  await using visitor = await visit();
  const [article] = visitor.supplier.catalogue.all();
  if (article === undefined) throw new Error('the catalogue is empty');
  const png = drawPicture(article, 1);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([400, 500]);
  const length = png.readUInt32BE(33);
  expect(png.subarray(37, 41).toString()).toBe('IDAT');
  expect(inflateSync(png.subarray(41, 41 + length))).toHaveLength((400 * 3 + 1) * 500);
});

test('each category has a shape of its own, and each colour its own cloth', async () => {
  await using visitor = await visit();
  const [article] = visitor.supplier.catalogue.all();
  if (article === undefined) throw new Error('the catalogue is empty');
  const drawn = CATEGORIES.map(({name}) =>
    drawPicture({...article, category: name, colours: ['navy']}, 1).toString('hex'),
  );
  expect(new Set(drawn).size).toBe(CATEGORIES.length);
  const views = {...article, colours: ['navy', 'rust', 'leopard', 'Navy / White stripe', 'multicolour']};
  expect(new Set([1, 2, 3, 4, 5].map((view) => drawPicture(views, view).toString('hex'))).size).toBe(5);
});
