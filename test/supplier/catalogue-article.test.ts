import {afterAll, afterEach, beforeAll, expect, test} from 'vitest';
import {ArticleId} from '../../server/domain/ids.ts';
import {fetchArticle} from '../../server/supplier/catalogue.ts';
import {type Misbehaviour, type SupplierSandbox, startSupplier} from '../sandbox/supplier/start.ts';
import {clientOn, type TestClient, thrownBy} from './client-on.ts';

let supplier: SupplierSandbox;
let key: string;
let on: TestClient;
let stop: () => void = () => undefined;

beforeAll(async () => {
  supplier = await startSupplier({articles: 950});
  key = supplier.issueKey('catalogue');
  on = clientOn(supplier.url);
});

afterEach(() => stop());

afterAll(async () => {
  await on.client.close();
  await supplier.close();
});

function misbehave(rule: Misbehaviour): void {
  stop = supplier.misbehave(rule);
}

test('one article is fetched by its id', async () => {
  const [raw] = supplier.catalogue.all();
  const article = await fetchArticle(on.client, key, ArticleId.parse(raw?.id));
  expect(article).toMatchObject({id: raw?.id, name: raw?.name, description: raw?.description.trim()});
});

test('one article is not waited for once the run was given up, however often it would be asked again', async () => {
  const [id] = supplier.catalogue.ids();
  const stopping = new AbortController();
  misbehave({
    a: 'product',
    does: [
      {kind: 'slow', ms: 50},
      {kind: 'status', status: 500},
    ],
  });
  const before = supplier.requestCount('catalogue', 'product');
  const asked = fetchArticle(on.client, key, ArticleId.parse(id), stopping.signal);
  setTimeout(() => stopping.abort(new Error('The app is stopping.')), 10);
  expect(await thrownBy(asked)).toEqual(new Error('The app is stopping.'));
  expect(supplier.requestCount('catalogue', 'product') - before).toBeLessThanOrEqual(1);
});

test('an article the supplier does not know is null', async () => {
  expect(await fetchArticle(on.client, key, ArticleId.parse('__proto__'))).toBeNull();
});

test('an article that cannot be read says which and why', async () => {
  const [id] = supplier.catalogue.ids();
  misbehave({a: 'product', does: {kind: 'entries', fault: 'null-name'}});
  expect(await thrownBy(fetchArticle(on.client, key, ArticleId.parse(id)))).toMatchObject({
    kind: 'malformed',
    message: `The supplier's answer to a=product at /api/catalog could not be read: article ${id}: Its name is empty.`,
  });
});

test('another article than the one asked for is not taken for it', async () => {
  const [id, other] = supplier.catalogue.all();
  misbehave({a: 'product', does: {kind: 'envelope', patch: {item: other}}});
  expect(await thrownBy(fetchArticle(on.client, key, ArticleId.parse(id?.id)))).toMatchObject({kind: 'malformed'});
});
