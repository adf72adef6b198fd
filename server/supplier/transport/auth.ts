// Makes the headers that carry the supplier's two keys.
import {Failure, type SupplierApi} from '#domain/failure.ts';

/** The paths of the supplier's two interfaces below `/api/`. */
export type ApiPath = 'catalog' | 'dropship';
/** The name of the interface that has this path. */
export const apiName = (api: ApiPath): SupplierApi => (api === 'catalog' ? 'catalogue' : 'dropship');
/** A header and what its value has before and after the key. */
export type AuthTemplate = {readonly header: string; readonly before: string; readonly after: string};
/** A header that has a key in its value. */
export type AuthHeader = {readonly name: string; readonly value: string};

/** The header of the catalogue key: `Authorization: Bearer <API_KEY>` (interface document, Authentication, 4). */
export const catalogueAuth: AuthTemplate = {header: 'authorization', before: 'Bearer ', after: ''};

/**
 * Parses the operator's template for the header of the dropship key, which the interface document does not show ("Issuance and transmission
 * of the dropship key: not shown"). By default it is as in the catalogue. Throws on a template that is not `Name: value with {key}`.
 */
export function parseAuthTemplate(template: string): AuthTemplate {
  const [header = '', ...rest] = template.trim().split(':');
  const value = rest.join(':').trimStart();
  const at = value.indexOf('{key}');
  if (
    !/^[\w!#$%&'*+.^`|~-]+$/.test(header) ||
    at === -1 ||
    !/^[\t\x20-\x7e]*$/.test(value) ||
    isReservedHeader(header)
  ) {
    throw new Error('SUPPLIER_DROPSHIP_AUTH must be a header with {key} in it, such as "Authorization: Bearer {key}".');
  }
  return {header: header.toLowerCase(), before: value.slice(0, at), after: value.slice(at + '{key}'.length)};
}

/** Makes the header for a key. Throws a Failure of kind `unauthorised` for a key that no HTTP header can carry. */
export function authorise(template: AuthTemplate, key: string, api: ApiPath): AuthHeader {
  if (key.trim() === '' || key.length > 4_096 || /[^\t\x20-\x7e\x80-\xff]/.test(key)) {
    throw new Failure(`The ${apiName(api)} key cannot be sent: ${whyUnusable(key)}.`, {
      remote: 'supplier',
      api: apiName(api),
      kind: 'unauthorised',
      sent: false,
    });
  }
  return {name: template.header, value: template.before + key + template.after};
}

/** Why no header can carry the key, as the end of a sentence. */
function whyUnusable(key: string): string {
  if (key.trim() === '') return 'it is empty';
  if (key.length > 4_096) return 'it is longer than 4,096 characters';
  return 'it contains a character that cannot travel in a request, such as a line break';
}

/** Whether the app or HTTP itself sets this header. */
const isReservedHeader = (header: string): boolean =>
  ['host', 'connection', 'content-length', 'content-type', 'transfer-encoding', 'accept', 'accept-encoding'].includes(
    header.toLowerCase(),
  );
