import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {ArticleDetail} from '../../server/http/contract/article.ts';
import {engines} from '../support/database.ts';
import {type CatalogueTestApp, openCatalogueTestApp, stock} from './catalogue-test-app.ts';

describe.each(engines.databases)('an article, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
  });
  afterAll(() => app.close());

  it('names each image of the catalogue that does not reach the store, with the reason', async () => {
    const images = Array.from({length: 21}, (_, at) => `https://img.example/${at}.jpg`);
    const local = {url: 'https://nas.local/1.jpg', reason: 'The address names a machine of a private network.'};
    await stock(app, {'A-1': {}, 'A-2': {images, droppedImages: [local]}});
    const droppedOf = async (id: string) =>
      (await app.merchant.get(`/articles/${id}`, ArticleDetail)).article?.droppedImages;
    expect(await droppedOf('A-2')).toEqual([
      local,
      {url: 'https://img.example/20.jpg', reason: 'A product takes the first 20 images.'},
    ]);
    expect(await droppedOf('A-1')).toEqual([]);
  });
});
