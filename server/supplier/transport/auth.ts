// How the two keys are sent.
import {Failure, type SupplierApi} from '#domain/failure.ts';

export type Api = 'catalog' | 'dropship';
/** The interface's name, from its path. */
export const nameOf = (api: Api): SupplierApi => (api === 'catalog' ? 'catalogue' : 'dropship');
export type AuthTemplate = {readonly header: string; readonly before: string; readonly after: string};
export type AuthHeader = {readonly name: string; readonly value: string};

/** Interface document, Authentication, 4: every catalogue request carries `Authorization: Bearer <API_KEY>`. */
export const catalogueAuth: AuthTemplate = {header: 'authorization', before: 'Bearer ', after: ''};

/**
 * The header of the dropship key. Assumption: the interface document does not show it ("Issuance and transmission of the dropship key:
 * not shown"), so the operator's setting decides, by default as in the catalogue. Throws on a template that is not `Name: value with
 * {key}`.
 */
export function parseAuthTemplate(template: string): AuthTemplate {
  const [header = '', ...rest] = template.trim().split(':');
  const value = rest.join(':').trimStart();
  const at = value.indexOf('{key}');
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(header) || at === -1 || !/^[\t\x20-\x7e]*$/.test(value) || isOurs(header)) {
    throw new Error('SUPPLIER_DROPSHIP_AUTH must be a header with {key} in it, such as "Authorization: Bearer {key}".');
  }
  return {header: header.toLowerCase(), before: value.slice(0, at), after: value.slice(at + '{key}'.length)};
}

/** Throws a Failure of kind `unauthorised`, without a request, for a key that no HTTP header can carry. */
export function authorise(template: AuthTemplate, key: string, api: Api): AuthHeader {
  if (key.trim() === '' || key.length > 4_096 || /[^\t\x20-\x7e\x80-\xff]/.test(key)) {
    throw new Failure(`The ${nameOf(api)} key cannot be sent: ${whyUnusable(key)}.`, {
      remote: 'supplier',
      api: nameOf(api),
      kind: 'unauthorised',
      sent: false,
    });
  }
  return {name: template.header, value: template.before + key + template.after};
}

function whyUnusable(key: string): string {
  if (key.trim() === '') return 'it is empty';
  if (key.length > 4_096) return 'it is longer than 4,096 characters';
  return 'it contains a character that cannot travel in a request, such as a line break';
}

const isOurs = (header: string): boolean =>
  ['host', 'connection', 'content-length', 'content-type', 'transfer-encoding', 'accept', 'accept-encoding'].includes(
    header.toLowerCase(),
  );
