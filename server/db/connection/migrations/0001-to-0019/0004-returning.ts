// A shop that returns: the time of its last granted token tells which uninstall webhooks are outdated.
export const returningShops: readonly string[] = [`alter table shops add column granted_at timestamptz`];
