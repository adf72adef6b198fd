// Warns about SHOPIFY_API_SECRET_PREVIOUS, which is meant for the hour of a rotation: while it is set, anyone who knows the old secret can
// sign webhooks and session tokens. Once it has been set for a day, each start of the web process and each hour log a warning.
import {day, hour} from '#domain/durations.ts';
import {forgetSecret, recordSecretSeen} from '../../server/db/secrets/secret-age.ts';
import type {Deps} from '../../server/deps.ts';

const secretName = 'SHOPIFY_API_SECRET_PREVIOUS';

type SecretDeps = Pick<Deps, 'config' | 'db' | 'sealer' | 'log' | 'metrics' | 'now'>;

/**
 * Records since when the previous secret has been set, shows that in the metrics, and warns after a day. Forgets the time once no such
 * secret is set.
 */
export async function checkPreviousSecret({config, db, sealer, log, metrics, now}: SecretDeps): Promise<void> {
  const secret = config.shopify.previousApiSecret;
  if (secret === null) {
    metrics.setPreviousSecretSince(null);
    return forgetSecret(db, secretName);
  }
  const since = await recordSecretSeen(db, sealer, {name: secretName, secret}, now());
  metrics.setPreviousSecretSince(since);
  const ageMs = now().getTime() - since.getTime();
  if (ageMs > day) {
    log.warn({since, hours: Math.floor(ageMs / hour)}, `${secretName} has been set for more than a day; remove it`);
  }
}
