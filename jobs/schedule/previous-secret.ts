// SHOPIFY_API_SECRET_PREVIOUS is for the hour of a rotation. Whoever knows the old secret can sign webhooks and session tokens for
// as long as it is set, so a start and every hour after it warn once it has been set for a day.
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
