// Classifies a network error of a call to the supplier: which kind of Failure it is, with a text.
import type {FailureKind} from '#domain/failure.ts';

/** `unreachable`: no byte was sent. `why`: a part of a sentence about the supplier. */
export type NetworkError = {
  readonly kind: Extract<FailureKind, 'unreachable' | 'timeout' | 'unavailable'>;
  readonly why: string;
};

/** What these error codes mean; with all of them no connection was made. */
const unreachableTexts: ReadonlyMap<string, string> = new Map([
  ['ENOTFOUND', 'its name is not known'],
  ['EAI_AGAIN', 'its name could not be looked up'],
  ['ECONNREFUSED', 'it refused the connection'],
  ['EHOSTUNREACH', 'there is no route to it'],
  ['ENETUNREACH', 'there is no route to it'],
  ['UND_ERR_CONNECT_TIMEOUT', 'no connection came about in time'],
  ['EPROTO', 'no secure connection came about'],
]);

/** Codes of errors after which no answer came in time. */
const timeoutCodes: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);

/** Classifies by the error's name and code, never by its message, which may repeat sent or received data. */
export function classifyNetworkError(error: unknown): NetworkError {
  if (error instanceof Error && error.name === 'TimeoutError')
    return {kind: 'timeout', why: 'it did not answer in time'};
  const code = errorCode(error);
  const why = unreachableTexts.get(code);
  if (why !== undefined) return {kind: 'unreachable', why};
  if (isCertificateCode(code)) return {kind: 'unreachable', why: 'no secure connection came about'};
  if (timeoutCodes.has(code)) return {kind: 'timeout', why: 'it did not answer in time'};
  if (code.startsWith('HPE_')) return {kind: 'unavailable', why: 'what it sent is not HTTP'};
  return {kind: 'unavailable', why: 'the connection was lost'};
}

/** Whether the code is of a TLS or certificate error. https://nodejs.org/api/tls.html#x509-certificate-error-codes */
function isCertificateCode(code: string): boolean {
  return /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA)/.test(code);
}

/** The code of the error, or of the first of several connection attempts. */
function errorCode(error: unknown): string {
  if (error instanceof AggregateError) return errorCode(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
