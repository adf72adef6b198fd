// SHOPIFY_API_SECRET_PREVIOUS is meant for the hour of a rotation. While it is set, anyone who knows the old secret can sign
// webhooks and session tokens. Once it has been set for a day, each start of the web process and each hour log a warning.
import {day, hour} from '#domain/durations.ts';
import {forgetSecret, rememberSecret} from '../../server/db/secrets/secret-age.ts';
import type {Deps} from '../../server/deps.ts';

const name = 'SHOPIFY_API_SECRET_PREVIOUS';

type SecretDeps = Pick<Deps, 'config' | 'db' | 'sealer' | 'log' | 'metrics' | 'now'>;

export async function checkPreviousSecret({config, db, sealer, log, metrics, now}: SecretDeps): Promise<void> {
  const secret = config.shopify.previousApiSecret;
  if (secret === null) {
    metrics.setPreviousSecretSince(null);
    return forgetSecret(db, name);
  }
  const since = await rememberSecret(db, sealer, {name, secret}, now());
  metrics.setPreviousSecretSince(since);
  const ageMs = now().getTime() - since.getTime();
  if (ageMs > day) {
    log.warn({since, hours: Math.floor(ageMs / hour)}, `${name} has been set for more than a day; remove it`);
  }
}
