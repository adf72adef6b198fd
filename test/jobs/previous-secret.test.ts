// SHOPIFY_API_SECRET_PREVIOUS is for the hour of a rotation: once it has been set for a day, the operator is told.
import {randomBytes} from 'node:crypto';
import {expect, it} from 'vitest';
import {checkPreviousSecret} from '../../jobs/schedule/previous-secret.ts';
import {type Config, readConfig} from '../../server/config.ts';
import {createLog} from '../../server/log.ts';
import {createMetrics} from '../../server/metrics.ts';
import {createSealer, type SealingKey} from '../../server/sealing.ts';
import {createClock} from '../support/clock.ts';
import {onEachDatabase, type TestDatabase} from '../support/database.ts';

const hour = 3_600_000;
const key: SealingKey = {kid: 'k1', key: randomBytes(32)};

onEachDatabase('the secret before a rotation', (current) => {
  it('is fine for a day, and warned about every hour after it, without the secret in the log', async () => {
    const {check, clock, warnings, since} = watch(current(), 'old secret');
    await check();
    const began = clock.now().getTime() / 1_000;
    clock.turn(24 * hour);
    await check();
    expect(warnings()).toEqual([]);
    clock.turn(hour);
    await check();
    expect(warnings()).toMatchObject([
      {hours: 25, msg: 'SHOPIFY_API_SECRET_PREVIOUS has been set for more than a day; remove it'},
    ]);
    expect(await since()).toBe(began);
    const rows = await current().kysely.selectFrom('secrets_seen').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify([rows, warnings()])).not.toContain('old secret');
  });

  it('keeps its time when the encryption keys are rotated and the process starts again', async () => {
    const before = watch(current(), 'old secret');
    await before.check();
    const newer: SealingKey = {kid: 'k2', key: randomBytes(32)};
    const after = watch(current(), 'old secret', [newer, key], before.clock);
    await after.check();
    before.clock.turn(25 * hour);
    await watch(current(), 'old secret', [newer], before.clock).check();
    await after.check();
    expect(after.warnings()).toHaveLength(1);
  });

  it('starts again with another secret, and is forgotten once it is removed', async () => {
    const first = watch(current(), 'old secret');
    await first.check();
    first.clock.turn(25 * hour);
    const second = watch(current(), 'another secret', [key], first.clock);
    await second.check();
    expect(second.warnings()).toEqual([]);
    const removed = watch(current(), null, [key], first.clock);
    await removed.check();
    expect(await removed.since()).toBe(0);
    await second.check();
    expect(await second.since()).toBe(first.clock.now().getTime() / 1_000);
    expect(second.warnings()).toEqual([]);
  });
});

function watch({kysely: db}: TestDatabase, secret: string | null, keys = [key], clock = createClock()) {
  const lines: string[] = [];
  const log = createLog('warn', {write: (line) => void lines.push(line)});
  const metrics = createMetrics();
  const deps = {config: configWith(secret), db, sealer: createSealer(keys), log, metrics, now: clock.now};
  const gauge = /^piecewise_previous_secret_since_timestamp_seconds (\S+)$/m;
  return {
    clock,
    check: () => checkPreviousSecret(deps),
    warnings: (): Record<string, unknown>[] => lines.map((line) => JSON.parse(line)),
    since: async () => Number(gauge.exec(await metrics.print())?.[1]),
  };
}

function configWith(secret: string | null): Config {
  return readConfig({
    HOST: 'https://app.example',
    SHOPIFY_API_KEY: 'key',
    SHOPIFY_API_SECRET: 'current secret',
    SUPPLIER_URL: 'https://supplier.example',
    ENCRYPTION_KEYS: `k:${randomBytes(32).toString('base64')}`,
    ...(secret === null ? {} : {SHOPIFY_API_SECRET_PREVIOUS: secret}),
  });
}
