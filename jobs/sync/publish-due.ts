// Products that were created but not published to the Online Store: every run retries and reports them until it succeeds.
import {loadPublishDue, savePublished} from '../../server/db/listings/publish-due.ts';
import {publishLater} from '../../server/shopify/products/apply.ts';
import type {Run} from './run.ts';

export async function publishDue(run: Run): Promise<void> {
  const due = await loadPublishDue(run.deps.db, run.shop, run.only);
  const reasons: string[] = [];
  await publishLater(
    run.admin,
    run.shop,
    due,
    async (product, {unpublished, writes}) => {
      run.report.count('writes', writes);
      await run.write((to) => savePublished(to, run.shop, product, unpublished));
      if (unpublished !== null) reasons.push(unpublished);
      await run.beat();
    },
    run.signal,
  );
  const [first] = reasons;
  if (first === undefined) return;
  const what = reasons.length === 1 ? '1 product is' : `${reasons.length} products are`;
  run.report.note(`${what} in the store but could not be put into the Online Store: ${first} It is tried again.`);
}
