// The audit trail says what something was before and what it is after. Entries from before this migration do not know.
export const auditValues: readonly string[] = [`alter table audit add column before text, add column after text`];
