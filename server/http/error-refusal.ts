// The refusal that answers an error, whatever threw it.
import {Failure} from '#domain/failure.ts';
import {SettingsUnreadable} from '#domain/settings/settings.ts';
import {Refusal} from './refusal.ts';

/** The refusal that answers an error; an unknown error becomes a 500 without details. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof Failure) return toRemoteRefusal(error);
  if (error instanceof SettingsUnreadable) return new Refusal(409, 'settings_unreadable', error.message);
  const status = httpStatusOf(error);
  if (status === 413) return new Refusal(413, 'too_large', 'The request is too large.');
  if (status === 400) return new Refusal(400, 'unreadable', 'The request could not be read.');
  if (status === 415) return new Refusal(415, 'unreadable', 'The request is in an encoding that is not accepted.');
  return new Refusal(500, 'internal', 'Something went wrong on our side. Try again, and tell us if it stays.');
}

/** The refusal for a failed call to Shopify or the supplier: 403 if the call was refused, otherwise 503. */
function toRemoteRefusal({remote, kind, message}: Failure): Refusal {
  const who = remote === 'shopify' ? 'Shopify' : 'The supplier';
  return kind === 'refused'
    ? new Refusal(403, `${remote}_refused`, message)
    : new Refusal(503, `${remote}_unavailable`, `${who} cannot be reached at the moment. Try again in a minute.`);
}

/** The numeric `status` that an error carries, as Express's own errors do; null if it carries none. */
function httpStatusOf(error: unknown): number | null {
  return typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
    ? error.status
    : null;
}
