// What a run would take from products on sale is set apart until everything is planned, and braked where it is too much.
import type {HoldCode} from '#domain/catalogue/hold.ts';
import {type Loss, type LossKind, lossOf, planLossBrake} from '#domain/catalogue/plan-loss-brake.ts';
import {forgetLosses, liftBrake, loadHeldBrake, saveBrake} from '../../server/db/brakes.ts';
import {loadShelf} from '../../server/db/shelf.ts';
import type {Planned} from './apply-listings.ts';
import {type Run, settingsPrint} from './open-run.ts';

/** What was found on the way through the candidates; ids, for there may be a hundred thousand. */
export type Losses = {
  /** Products on the shelf whose details were read anew in their turn. */
  sampled: number;
  /** Of nobody's explicit wish: these are counted. */
  readonly counted: {readonly [kind in LossKind]: Loss[]};
  /** As the merchant said of each, or set; carried out. */
  readonly wanted: string[];
  /** Products that the merchant wants kept as they are. */
  readonly kept: {readonly [kind in LossKind]: string[]};
};

export const noLosses = (): Losses => ({
  sampled: 0,
  counted: {variants: [], hold: []},
  wanted: [],
  kept: {variants: [], hold: []},
});

/** What of a batch takes nothing from a product on sale; everything else is written into `losses`. */
export async function setApart(run: Run, planned: readonly Planned[], losses: Losses): Promise<readonly Planned[]> {
  const over: string[] = [];
  const harmless = planned.filter(({chosen, listing, plan}) => {
    if (chosen.sampled && (listing?.state === 'active' || listing?.state === 'held')) losses.sampled += 1;
    const kind = lossOf(listing, plan);
    if (kind === null) {
      if (chosen.loss !== null) over.push(chosen.id);
      return true;
    }
    const code = plan.kind === 'hold' ? plan.code : null;
    if (chosen.loss === 'accept' || isSetSo(run, code, chosen.lastPlannedFor)) losses.wanted.push(chosen.id);
    else if (chosen.loss === 'keep') losses.kept[kind].push(chosen.id);
    else {
      const reason = plan.kind === 'hold' ? plan.reason : null;
      losses.counted[kind].push({articleId: chosen.id, code, reason, sampled: chosen.sampled});
    }
    return false;
  });
  if (over.length > 0 && run.kind !== 'preview') await run.write((to) => forgetLosses(to, run.shop, over));
  return harmless;
}

export type Decided = {
  /** Carried out whole. */
  readonly go: ReadonlySet<string>;
  /** These keep their variants; everything else of them is carried out. */
  readonly keepVariants: ReadonlySet<string>;
  /** These stay on sale as they are. */
  readonly stay: ReadonlySet<string>;
};

export async function decideLosses(run: Run, losses: Losses): Promise<Decided> {
  const variants = await brakeLosses(run, 'variants', losses);
  const hold = await brakeLosses(run, 'hold', losses);
  return {
    go: new Set([...losses.wanted, ...variants.go, ...hold.go]),
    keepVariants: new Set([...losses.kept.variants, ...variants.held]),
    stay: new Set([...losses.kept.hold, ...hold.held]),
  };
}

/** A run over named articles finds nothing new about the whole shop: it lets be what is held, and saves no brake. */
async function brakeLosses(run: Run, kind: LossKind, {counted, sampled}: Losses) {
  const {db, newId, now} = run.deps;
  const losing = counted[kind];
  const before = run.only === null ? null : await loadHeldBrake(db, run.shop, kind);
  const inHeld = new Set(before?.article_ids);
  const free = losing.filter(({articleId}) => !inHeld.has(articleId));
  const onShelf = free.length === 0 ? 0 : (await loadShelf(db, run.shop)).size;
  const found = planLossBrake(kind, {losing: free, onShelf, sampled: run.only === null ? sampled : 0});
  const ids = losing.map(({articleId}) => articleId);
  const saves = run.only === null && run.kind !== 'preview';
  if (found.kind === 'go') {
    if (saves) await run.write((to) => liftBrake(to, run.shop, kind, now()));
    return {go: ids.filter((id) => !inHeld.has(id)), held: ids.filter((id) => inHeld.has(id))};
  }
  run.notes.push(found.reason);
  const row = {id: newId(), shop: run.shop, run_id: run.id, kind, reason: found.reason, article_ids: ids};
  if (saves) await run.write((to) => saveBrake(to, row, now()));
  return {go: [], held: ids};
}

/** The merchant set what takes it off sale since the product was planned last, and saw in the preview what that does. */
function isSetSo(run: Run, code: HoldCode | null, lastPlannedFor: string | null): boolean {
  const part = code === 'on_request' ? 1 : code === 'below_floor' || code === 'below_cost' ? 0 : null;
  if (part === null || lastPlannedFor === null) return false;
  const before = lastPlannedFor.split('|')[3]?.split('.')[part];
  return before !== undefined && before !== settingsPrint(run).split('.')[part];
}
