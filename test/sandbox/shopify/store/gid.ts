// Global ids: `gid://shopify/{Type}/{number}`. https://shopify.dev/docs/api/usage/gids

export type Gid = string;

export function gid(type: string, id: number): Gid {
  return `gid://shopify/${type}/${id}`;
}

/** What the API takes for an ID at all, of whatever type. */
export function isGlobalId(text: string): boolean {
  return /^gid:\/\/[^/\s]+\/[^/\s]+\/\S+$/.test(text);
}

/** The number in a gid of that type; null for anything else. */
export function idOf(type: string, value: string): number | null {
  const prefix = `gid://shopify/${type}/`;
  const digits = value.slice(prefix.length);
  return value.startsWith(prefix) && /^\d{1,16}$/.test(digits) ? Number(digits) : null;
}

export function typeOf(value: string): string | null {
  return /^gid:\/\/shopify\/([A-Za-z]+)\/\d{1,16}$/.exec(value)?.[1] ?? null;
}
