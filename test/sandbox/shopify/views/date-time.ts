/** `DateTime` of the Admin API: ISO 8601 in UTC, whole seconds. https://shopify.dev/docs/api/admin-graphql/latest/scalars/DateTime */
export function toDateTime(time: number): string {
  return `${new Date(Math.floor(time / 1000) * 1000).toISOString().slice(0, 19)}Z`;
}

export function toDateTimeOrNull(time: number | null): string | null {
  return time === null ? null : toDateTime(time);
}
