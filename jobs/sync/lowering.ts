// The sync may raise only what it lowered itself, so it must know: that is written down before a product is lowered. A run
// that dies in between leaves a product in draft of which the next one still knows whose doing it was.
import type {ProductOperation} from '#domain/catalogue/operation.ts';
import {saveLowering} from '../../server/db/listings.ts';
import {fetchStatus} from '../../server/shopify/products.ts';
import type {Run} from './open-run.ts';

export async function rememberLowering(run: Run, operations: readonly ProductOperation[]): Promise<void> {
  for (const operation of operations) {
    if (operation.kind !== 'lower') continue;
    const status = await fetchStatus(run.admin, run.shop, operation.productGid);
    if (status !== 'ACTIVE' && status !== 'UNLISTED') continue;
    await run.write((to) =>
      saveLowering(to, run.shop, operation.productGid, operation.to === 'archive' ? 'ARCHIVED' : 'DRAFT'),
    );
    run.deps.checkpoint('lowering');
  }
}
