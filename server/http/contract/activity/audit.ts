// The trail of who did what.
import {z} from 'zod';
import {type AuditKind, auditKinds} from '#domain/activity/audit-actions.ts';
import {AuditEntry} from '../dropship-orders.ts';

const AuditKindName = z.enum(Object.keys(auditKinds) as [AuditKind, ...AuditKind[]], 'There is no such kind.');

/** The filters of the trail, in the query of GET /api/audit and GET /api/audit.csv. A filter that is left out leaves nothing out. */
export const AuditFilter = z.object({
  kind: AuditKindName.nullable().default(null),
  /** `app`, `people` (all but the app), or `user:` and the id of one. */
  by: z
    .string()
    .regex(/^(app|people|user:[\w-]{1,60})$/, 'There is no such person.')
    .nullable()
    .default(null),
  subject: z
    .string('There is no such subject.')
    .max(200, 'There is no such subject.')
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'There is no such subject.')
    .nullable()
    .default(null),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/** An entry with the kind and the name of what it is about; null: this release knows no such action; it has no name, or none any more. */
const NamedAuditEntry = AuditEntry.extend({kind: AuditKindName.nullable(), name: z.string().nullable()});
export type NamedAuditEntry = z.infer<typeof NamedAuditEntry>;

/** GET /api/audit?before=…; newest first, 50 a page. `nextBefore` is the `before` of the next page. */
export const AuditPage = z.object({
  /** The user who asks, as entries name that one. */
  you: z.string(),
  /** The store's, in whose minor units amounts of settings are; null: not known. */
  currency: z.string().nullable(),
  entries: z.array(NamedAuditEntry),
  nextBefore: z.number().nullable(),
});
export type AuditPage = z.infer<typeof AuditPage>;
