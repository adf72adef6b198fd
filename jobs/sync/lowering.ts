// The sync may raise only what it lowered itself, so it must know: that is written down before a product is lowered. A run
// that dies in between leaves a product in draft of which the next one still knows whose doing it was.
import {saveLowering} from '../../server/db/listings.ts';
import type {BeforeLowering} from '../../server/shopify/apply.ts';
import type {Run} from './open-run.ts';

export const rememberingLowering =
  (run: Run): BeforeLowering =>
  async (productGid, status) => {
    await run.write((to) => saveLowering(to, run.shop, productGid, status));
    run.deps.checkpoint('lowering');
    await run.beat();
  };
