// Reads the values of environment variables. A reader refuses a value that is not allowed: its sentence names the variable, not the value.
import {z} from 'zod';
import {withoutEnd} from '#domain/text.ts';

/** Sentences for the person who starts the app, one per variable to set or correct. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** https everywhere; plain http only to this machine, and only outside production. */
export function readUrl(name: string, text: string, production: boolean): string {
  if (!URL.canParse(text)) throw new ConfigError(`${name} is not a URL.`);
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url) && !production)) {
    throw new ConfigError(
      `${name} must begin with https:// (http:// is accepted for this machine, outside production).`,
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new ConfigError(`${name} must be a plain address without user, query or fragment.`);
  }
  return withoutEnd(url.href, (character) => character === '/');
}

/** A stand-in serves the page's scripts and receives tokens, so it must run on this machine. */
export function readStandIn(text: string | null, production: boolean): string | null {
  if (text === null) return null;
  if (production) {
    throw new ConfigError('SHOPIFY_ORIGIN is only for stand-ins and must not be set when NODE_ENV is production.');
  }
  const origin = readUrl('SHOPIFY_ORIGIN', text, production);
  if (!isLoopback(new URL(origin))) {
    throw new ConfigError('SHOPIFY_ORIGIN is only for stand-ins on this machine: localhost, 127.x.x.x or [::1].');
  }
  return origin;
}

/** Compares the text: `URL` has normalised other spellings of an address. A name other than localhost may belong to any machine. */
function isLoopback({hostname}: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

export const readOptionalPort = (name: string, text: string | null): number | null =>
  text === null ? null : readPort(name, text);

/** @param name the variable's name, for the sentence. */
export function readCount(name: string, text: string): number {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count >= 1)) throw new ConfigError(`${name} must be a whole number from 1 to 999.`);
  return count;
}

export function readPort(name: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port >= 0 && port <= 65_535)) throw new ConfigError(`${name} must be a number from 0 to 65535.`);
  return port;
}

export function readHeaderTemplate(text: string): string {
  if (!/^[A-Za-z0-9-]+:[\x20-\x7E]*$/.test(text) || !text.slice(text.indexOf(':')).includes('{key}')) {
    throw new ConfigError('SUPPLIER_DROPSHIP_AUTH must be a header like "Authorization: Bearer {key}".');
  }
  return text;
}

export function readHosts(text: string | null): readonly string[] | null {
  if (text === null) return null;
  const hosts = text.split(',').map((host) => host.trim().toLowerCase());
  if (hosts.some((host) => !/^[a-z0-9.-]+(:\d{1,5})?$/.test(host))) {
    throw new ConfigError('SUPPLIER_CHECKOUT_HOSTS must be host names separated by commas.');
  }
  return hosts;
}

export function readEmail(text: string | null): string | null {
  if (text !== null && !z.email().safeParse(text).success) {
    throw new ConfigError('SUPPLIER_SUPPORT_EMAIL is not an e-mail address.');
  }
  return text;
}

export function readStoreUrl(name: string, text: string, protocols: readonly string[]): string {
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new ConfigError(`${name} must be a URL that begins with ${protocols[0]}//.`);
  }
  return text;
}

export function readPrefix(text: string): string {
  if (!/^[A-Za-z0-9_-]{1,40}$/.test(text)) throw new ConfigError('QUEUE_PREFIX takes letters, digits, - and _ only.');
  return text;
}

export function readLogLevel(text: string): string {
  const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
  if (!levels.includes(text)) throw new ConfigError(`LOG_LEVEL must be one of ${levels.join(', ')}.`);
  return text;
}

/** A misspelt "production" would switch off what protects a production. Null: not set. */
export function readMode(mode: string | null): void {
  if (mode === null || ['production', 'development', 'test'].includes(mode)) return;
  throw new ConfigError('NODE_ENV must be production, development or test, or not be set.');
}

/** The embedded engine takes addresses such as memory:// as well, and loses everything at a stop. Tests want that. */
export function readFolder(text: string, mode: string | null): string {
  if (mode !== 'test' && /^[a-z][a-z0-9+.-]*:\/\//i.test(text))
    throw new ConfigError('DATA_FOLDER must be the path of a folder.');
  return text;
}

/** Whoever guesses it reads the metrics of all stores. */
export function readToken(text: string | null): string | null {
  if (text !== null && !/^[\x21-\x7e]{16,}$/.test(text)) {
    throw new ConfigError('METRICS_TOKEN must have 16 characters or more, without blanks.');
  }
  return text;
}

export type PolicyMode = 'report' | 'enforce';

export function readPolicyMode(text: string): PolicyMode {
  if (text !== 'report' && text !== 'enforce') {
    throw new ConfigError('CONTENT_SECURITY_POLICY must be report or enforce.');
  }
  return text;
}
