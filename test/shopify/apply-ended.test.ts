// A batch ends as soon as nothing more may be written.
import {expect, test} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {applyOperations} from '../../server/shopify/products/apply.ts';
import {connectStore} from './open-store.ts';
import {aDraft} from './support.ts';

test('a batch begins no other operation once it is told that nothing more may be written', async () => {
  const store = await connectStore();
  const operations = Array.from({length: 30}, (_, index) => {
    const articleId = `A-${index + 1}`;
    return {kind: 'create', key: ArticleId.parse(articleId), draft: aDraft({articleId}), publish: false} as const;
  });
  let asked = 0;
  const beforeWriting = async () => {
    asked += 1;
    if (asked > 12) throw new Error('the store changed');
  };
  const work = applyOperations(store.admin, store.shop, operations, async () => {}, {beforeWriting});
  await expect(store.time.during(work)).rejects.toThrow('the store changed');
  expect(store.control.products()).toHaveLength(12);
  await store.close();
});
