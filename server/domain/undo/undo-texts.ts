// Why an undo leaves a value as it is, and what to know about what it sets back: sentences for the merchant.

export const stayTexts = {
  edited: 'You changed it since the run. Your value stays.',
  changed_since: 'A later run or a setting changed it again.',
  as_before: 'It is as it was before the run already.',
  gone: 'The product is no longer in your store.',
  not_known: 'What it was before the run is not known.',
  variants: 'Colours and sizes follow what the supplier states, so they stay.',
  cost: 'The cost is what the supplier asks, so it stays.',
  images: 'The earlier images are no longer in your store.',
  deleted: 'A deleted product cannot be brought back.',
  currency: 'Your store has another currency now.',
  draft_already: 'The run made the product as a draft, and no product is deleted.',
} as const;

export type StayReason = keyof typeof stayTexts;

export const undoWarnings = {
  off_sale: 'They become drafts and are not deleted. To sell one again, set it to active in Shopify: no run does that.',
  not_offered:
    'They go back on sale although the supplier no longer offers them or you no longer choose them. Orders for what the supplier does not offer cannot be sent.',
  was_held: 'They go back on sale although a run took them off sale. Their prices may not cover their cost.',
} as const;

export type UndoWarning = keyof typeof undoWarnings;
