/** "ISO 8601 timestamp with offset" */
export function isoNow(now: () => number): string {
  return `${new Date(now()).toISOString().slice(0, 19)}+00:00`;
}
