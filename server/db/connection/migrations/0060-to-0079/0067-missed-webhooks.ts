// When the reconciliation last found an order that no webhook had announced: a mail is about what was found since the last one. The count
// of such lines goes back to 0 with the next webhook of an order; this time stays, and counts only while the count is not 0.

/** Where something was found before this version, the last reconciliation stands for the time, which was not stored. */
const knownUntilNow = `
  update shops
  set webhook_missed_at = reconciled_at
  where reconcile_found > 0
`;

export const missedWebhooks: readonly string[] = [
  'alter table shops add column webhook_missed_at timestamptz',
  knownUntilNow,
];
