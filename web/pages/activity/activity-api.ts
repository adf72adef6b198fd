// The questions about who did what.
import type {AuditPage} from '#contract/activity/audit.ts';
import type {AuditKind} from '#domain/activity/audit-actions.ts';
import {callApi, downloadFile} from '../../shared/api/api.ts';
import type {RemoteQuery} from '../../shared/api/remote.ts';

/** The filters of the list, as the address has them; null: all. */
export type ActivityFilter = {
  readonly kind: AuditKind | null;
  readonly by: string | null;
  readonly about: string | null;
};

/** A page of entries. @param cursor of the page; null: the newest entries. */
export const activityQuery = (filter: ActivityFilter, cursor: string | null): RemoteQuery<AuditPage> => ({
  key: ['activity', filter, cursor],
  load: (signal) => callApi('GET', `/api/audit?${toParams(filter, cursor)}`, {signal}),
  waitMs: () => null,
  keepsPrevious: true,
});

export const loadActivityFile = (filter: ActivityFilter) => downloadFile(`/api/audit.csv?${toParams(filter, null)}`);

function toParams({kind, by, about}: ActivityFilter, cursor: string | null): string {
  const all = Object.entries({kind, by, subject: about, before: cursor});
  return new URLSearchParams(all.filter((pair): pair is [string, string] => pair[1] !== null)).toString();
}
