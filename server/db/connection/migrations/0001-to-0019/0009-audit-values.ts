// The audit trail stores the value before and after. Older entries have neither.
export const auditValues: readonly string[] = [`alter table audit add column before text, add column after text`];
