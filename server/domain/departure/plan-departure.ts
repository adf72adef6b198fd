// What becomes of each product when the merchant stops using the app, and how far that is.

/** What the merchant wants done with the products. */
export const departureChoices = ['keep', 'draft', 'archive', 'delete'] as const;
export type DepartureChoice = (typeof departureChoices)[number];

/** The word that confirms a deletion, exactly as it is typed. */
export const deletionWord = 'DELETE';

/** A product as the store shows it. */
export type DepartingProduct = {
  readonly isOnSale: boolean;
  /** Whether the app made it. One that was in the store before is the merchant's. */
  readonly isMade: boolean;
};

export type DepartureEffect = 'stay' | 'draft' | 'archive' | 'delete';

/**
 * What is done with one product. Only what is on sale is taken off sale, and only what the app made is deleted. With "delete", others that
 * are on sale become drafts.
 */
export function planProduct(choice: DepartureChoice, {isOnSale, isMade}: DepartingProduct): DepartureEffect {
  if (choice === 'delete' && isMade) return 'delete';
  if (choice === 'keep' || !isOnSale) return 'stay';
  return choice === 'archive' ? 'archive' : 'draft';
}

/** Products by who made them and where they are. */
export type ProductCounts = {
  readonly made: {readonly onSale: number; readonly offSale: number};
  /** In the store before the app took them over, or perhaps so. */
  readonly adopted: {readonly onSale: number; readonly offSale: number};
};

/** How many products each effect has, for a choice. */
export function countEffects(
  choice: DepartureChoice,
  counts: ProductCounts,
): Readonly<Record<DepartureEffect, number>> {
  const sums = {stay: 0, draft: 0, archive: 0, delete: 0};
  for (const isMade of [true, false]) {
    const {onSale, offSale} = counts[isMade ? 'made' : 'adopted'];
    sums[planProduct(choice, {isOnSale: true, isMade})] += onSale;
    sums[planProduct(choice, {isOnSale: false, isMade})] += offSale;
  }
  return sums;
}

/** What the app keeps in the store beside products: `on`: not asked to end; `stuck`: it could not be taken back. */
export type KeptState = 'off' | 'on' | 'working' | 'stuck';

/**
 * How far it is. `products`: products are changed or compared. `interrupted`: that ended early. `taking_back`: the shipping profile or the
 * fulfilment service is taken back. `incomplete`: all was tried, and something is left to do by hand. `stopping`: the merchant stopped it, and its
 * run has not ended yet. `stopped`: that has.
 */
export const departurePhases = [
  'products',
  'interrupted',
  'taking_back',
  'incomplete',
  'done',
  'stopping',
  'stopped',
] as const;
export type DeparturePhase = (typeof departurePhases)[number];

export type DepartureFacts = {
  readonly isStopped: boolean;
  /** Whether its run is queued or running. */
  readonly isRunOpen: boolean;
  /** Whether the store was compared at the end. */
  readonly isCompared: boolean;
  /** Products that are not as the merchant chose. */
  readonly failed: number;
  readonly kept: readonly KeptState[];
};

export function phaseOf({isStopped, isRunOpen, isCompared, failed, kept}: DepartureFacts): DeparturePhase {
  if (isStopped) return isRunOpen ? 'stopping' : 'stopped';
  if (!isCompared) return isRunOpen ? 'products' : 'interrupted';
  if (kept.includes('working')) return 'taking_back';
  return failed > 0 || kept.some((state) => state !== 'off') ? 'incomplete' : 'done';
}

/** A product that is not as the merchant chose, and why: a sentence. */
export type DepartureFailure = {
  readonly productGid: string;
  readonly title: string;
  readonly reason: string;
};

/** Why updates do not run in a shop whose merchant is leaving. */
export const departingText =
  'You asked to stop using Piecewise, so nothing is updated. To use it again, press “Use Piecewise again” on the page Leave.';
