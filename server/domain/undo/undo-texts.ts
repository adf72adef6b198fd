// Sentences for the merchant: why an undo leaves a value as it is, and warnings about what it sets back.

/** Why the undo does not set back a value. */
export const stayTexts = {
  edited: 'You changed it since the update. Your value stays.',
  changed_since: 'A later update or a setting changed it again.',
  as_before: 'It is as it was before the update already.',
  gone: 'The product is no longer in your store.',
  not_known: 'What it was before the update is not known.',
  variants: 'Colours and sizes follow what the supplier states, so they stay.',
  cost: 'The cost is what the supplier asks, so it stays.',
  images: 'The earlier images are no longer in your store.',
  deleted: 'A deleted product cannot be brought back.',
  currency: 'Your store has another currency now.',
  draft_already: 'The update made the product as a draft, and no product is deleted.',
} as const;

export type StayReason = keyof typeof stayTexts;

/**
 * Warnings about products whose status the undo sets back. `off_sale`: it makes them drafts. `not_offered`: a run had retired them.
 * `was_held`: a run had made them drafts.
 */
export const undoWarnings = {
  off_sale:
    'They become drafts and are not deleted. To sell them again, publish them under Products, “Drafts to publish”: no update does that by itself.',
  not_offered:
    'They go back on sale although the supplier no longer offers them or you no longer choose them. Orders for what the supplier does not offer cannot be sent.',
  was_held: 'They go back on sale although an update took them off sale. Their prices may not cover their cost.',
} as const;

export type UndoWarning = keyof typeof undoWarnings;
