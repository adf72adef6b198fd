import {createHash, randomBytes} from 'node:crypto';

export type Api = 'catalogue' | 'dropship';
export type Partner = {id: string; name: string; email: string};

/** A fixed prefix, then the secret body (interface document, Authentication, 2). Each API has its own keys. */
export const KEY_PREFIXES: Readonly<Record<Api, string>> = {catalogue: 'ctg_live_', dropship: 'dsp_live_'};

export const DEFAULT_PARTNER = 'Halden Mode GmbH';

/** What the supplier's page shows of a key. `id` names it there; it is no part of the key. */
export type KnownKey = {id: string; api: Api; partner: string; last4: string; revoked: boolean};

type Issued = Omit<KnownKey, 'partner'> & {partner: Partner};

/** Everything the service remembers of its keys: hashes and last four characters. A key is shown once and cannot be read again. */
export function openKeyring() {
  const issued = new Map<string, Issued>();
  const partners = new Map<string, Partner>();
  const withId = (id: string): Issued => {
    const found = [...issued.values()].find((one) => one.id === id);
    if (found === undefined) throw new Error(`There is no key ${id}.`);
    return found;
  };
  return {
    issue: (api: Api, partnerName: string = DEFAULT_PARTNER): string => {
      const key = KEY_PREFIXES[api] + randomBytes(24).toString('base64url');
      const partner = partnerNamed(partners, partnerName);
      issued.set(hashOf(key), {id: String(issued.size + 1), api, partner, last4: key.slice(-4), revoked: false});
      return key;
    },
    /** Takes effect at once; a key that was never issued is no error. */
    revoke: (key: string): void => {
      const found = issued.get(hashOf(key));
      if (found !== undefined) found.revoked = true;
    },
    /** The same by the key's place in the list; false gives the key back, and it is accepted as before. Throws on an unknown id. */
    setRevoked: (id: string, revoked: boolean): void => {
      withId(id).revoked = revoked;
    },
    list: (): readonly KnownKey[] => [...issued.values()].map((one) => ({...one, partner: one.partner.name})),
    /** The partner a key of this API belongs to; undefined when it is missing, revoked, or a key of the other API. */
    partnerOf(api: Api, key: string | undefined): Partner | undefined {
      const found = key === undefined ? undefined : issued.get(hashOf(key));
      return found?.api === api && !found.revoked ? found.partner : undefined;
    },
    /** What is kept, for whoever wants to see that no key is among it. */
    kept(): readonly string[] {
      return [...issued.keys()];
    },
  };
}

function partnerNamed(partners: Map<string, Partner>, name: string): Partner {
  const known = partners.get(name);
  if (known !== undefined) return known;
  const id = `P-${1001 + partners.size}`;
  const partner = {id, name, email: `buying@${id.toLowerCase()}.example`};
  partners.set(name, partner);
  return partner;
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/**
 * Takes the key out of a header by a template such as `Authorization: Bearer {key}` or `X-Dropship-Key: {key}`.
 * The catalogue's template is fixed (Authentication, 4); how the dropship key travels is "not shown", hence a setting.
 */
export function keyReader(template: string): (headers: Readonly<Record<string, unknown>>) => string | undefined {
  const [, header, before, after] = /^([\w-]+):\s*(.*?)\{key\}(.*)$/.exec(template) ?? [];
  if (header === undefined || before === undefined || after === undefined) {
    throw new Error(`A key header is written like "Authorization: Bearer {key}", not "${template}".`);
  }
  return (headers) => {
    const value = headers[header.toLowerCase()];
    if (typeof value !== 'string' || value.length <= before.length + after.length) return undefined;
    // A scheme word is compared without regard to case, RFC 9110, 11.1.
    if (value.slice(0, before.length).toLowerCase() !== before.toLowerCase() || !value.endsWith(after))
      return undefined;
    return value.slice(before.length, value.length - after.length);
  };
}
