// A shop that comes back: when it last granted a token, and so which news of an uninstall is of the past.
export const returning: readonly string[] = [`alter table shops add column granted_at timestamptz`];
