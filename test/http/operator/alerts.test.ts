// The alarms for Prometheus: each is about metrics that the app has, says what to do, and fires when it is to.
import {spawnSync} from 'node:child_process';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {createMetrics} from '../../../server/metrics.ts';

const file = fileURLToPath(new URL('../../../server/alerts.yml', import.meta.url));
const text = await readFile(file, 'utf8');
const alarms = text.split(/^ {6}- alert: /m).slice(1);
const nameOf = (alarm: string) => alarm.slice(0, alarm.indexOf('\n'));

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** How long a series lasts, in minutes, of an alarm that fires after a week. */
const longMinutes = 11_000;

/** What makes each alarm fire, after three hours at the latest but for that one: a series with its values, a minute apart. */
const causes: Readonly<Record<string, readonly [series: string, values: string][]>> = {
  PiecewiseProcessDown: [['up{job="piecewise-web",instance="a"}', '0x180']],
  PiecewisePartMissing: [['piecewise_missing{part="database",instance="a"}', '1x180']],
  PiecewiseFiguresUnread: [['piecewise_store_figures_read{instance="a"}', '0x180']],
  PiecewiseConnectionsWait: [['piecewise_database_connections{pool="main",state="waiting",instance="a"}', '2x180']],
  PiecewiseCrowded: [['piecewise_connections_closed_total{reason="crowded",instance="a"}', '0+50x180']],
  PiecewisePreviousSecret: [['piecewise_previous_secret_since_timestamp_seconds', `60x${longMinutes}`]],
  PiecewiseWorkWaits: [['piecewise_work_waiting_seconds{work="orders"}', '901x180']],
  PiecewiseOrderUnconfirmed: [['piecewise_orders_oldest_seconds{state="unconfirmed"}', '3601x180']],
  PiecewiseOrdersUnpaid: [['piecewise_orders_oldest_seconds{state="awaiting_payment"}', '260000x180']],
  PiecewiseWebhooksGivenUp: [['piecewise_deliveries_given_up_total', '0x150 1x30']],
  PiecewiseWebhooksSilent: [['piecewise_stores_troubled{by="silent_webhooks"}', '1x180']],
  PiecewiseMailsFail: [['piecewise_mails_total{outcome="not_sent"}', '0+1x180']],
  PiecewiseNightsFailed: [
    ['piecewise_stores_last_night{state="failed"}', '2x180'],
    ['piecewise_stores_last_night{state="done"}', '10x180'],
  ],
  PiecewiseCatalogueOld: [
    ['piecewise_catalogue_age_seconds_count', '3x180'],
    ['piecewise_catalogue_age_seconds_bucket{le="180000.0"}', '2x180'],
  ],
  PiecewiseKeysRefused: [['piecewise_stores_troubled{by="refused_key"}', '1x180']],
  PiecewiseStoresWithoutToken: [['piecewise_stores_troubled{by="no_token"}', '1x180']],
  PiecewiseStoresForbidden: [['piecewise_stores{state="stopped",reason="forbidden"}', '1x180']],
  PiecewiseAddressRefused: [['piecewise_shopify_refusals_total{status="403",instance="a"}', '0+5x180']],
};

/** A quiet day: the same series as they are while nothing is wrong. */
const quiet: readonly [series: string, values: string][] = [
  ['up{job="piecewise-web",instance="a"}', '1x180'],
  ['piecewise_missing{part="database",instance="a"}', '0x180'],
  ['piecewise_store_figures_read{instance="a"}', '1x180'],
  ['piecewise_database_connections{pool="main",state="waiting",instance="a"}', '0 3 0 0 2 0x175'],
  ['piecewise_connections_closed_total{reason="crowded",instance="a"}', '7x180'],
  ['piecewise_previous_secret_since_timestamp_seconds', '0x180'],
  ['piecewise_work_waiting_seconds{work="orders"}', '40x180'],
  ['piecewise_orders_oldest_seconds{state="unconfirmed"}', '120x180'],
  ['piecewise_orders_oldest_seconds{state="awaiting_payment"}', '90000x180'],
  ['piecewise_deliveries_given_up_total', '4x180'],
  ['piecewise_mails_total{outcome="not_sent"}', '3x180'],
  ['piecewise_stores_troubled{by="silent_webhooks"}', '0x180'],
  ['piecewise_stores_troubled{by="refused_key"}', '0x180'],
  ['piecewise_stores_troubled{by="no_token"}', '0x180'],
  ['piecewise_stores_last_night{state="failed"}', '1x180'],
  ['piecewise_stores_last_night{state="done"}', '30x180'],
  ['piecewise_catalogue_age_seconds_count', '3x180'],
  ['piecewise_catalogue_age_seconds_bucket{le="180000"}', '3x180'],
  ['piecewise_stores{state="installed",reason=""}', '3x180'],
  ['piecewise_shopify_refusals_total{status="403",instance="a"}', '2x180'],
];

describe('the alarms', () => {
  it('are about metrics that the app has', async () => {
    const load = () => Promise.reject(new Error('not read here'));
    const printed = await createMetrics(undefined, {load, now: () => new Date(), onError: () => {}}).print();
    const named = new Set(text.match(/piecewise_\w+/g));
    expect(named.size).toBeGreaterThan(10);
    for (const name of named) expect(printed).toMatch(new RegExp(`# TYPE ${name.replace(/_(bucket|count)$/, '')} `));
  });

  it('watch counters that are there before they rise, under labels that the app gives', async () => {
    const printed = await createMetrics().print();
    const rising = [...text.matchAll(/increase\((piecewise_\w+)(?:\{(\w+)=~?"([^"]+)"\})?\[/g)];
    expect(rising.length).toBeGreaterThanOrEqual(4);
    for (const [, name = '', label, values] of rising) {
      const series =
        label === undefined
          ? [`${name} 0`]
          : (values ?? '').split('|').map((value) => `${name}{${label}="${value}"} 0`);
      for (const one of series) expect(printed).toContain(one);
    }
  });

  it('each say what is wrong, how urgent it is and what to do, under a name of its own', () => {
    expect(new Set(alarms.map(nameOf)).size).toBe(alarms.length);
    for (const alarm of alarms) {
      expect(alarm, nameOf(alarm)).toMatch(/severity: (page|ticket)}/);
      expect(alarm, nameOf(alarm)).toMatch(/summary: '[^\n]+\.'\n/);
      expect(alarm, nameOf(alarm)).toMatch(/todo: '[^\n]+\.'/);
    }
  });

  it('each have a cause in this test', () => {
    expect(Object.keys(causes).toSorted()).toEqual(alarms.map(nameOf).toSorted());
  });

  it.runIf(hasPromtool)('fire from their cause alone, and not on a quiet day (promtool)', async () => {
    const toTest = (series: readonly [string, string][], names: readonly string[]) => ({
      interval: '1m',
      input_series: series.map(([name, values]) => ({series: name, values})),
      promql_expr_test: [
        {
          expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
          eval_time: names[0] === 'PiecewisePreviousSecret' ? `${longMinutes}m` : '180m',
          exp_samples: names.map((name) => ({labels: `{alertname="${name}"}`, value: 1})),
        },
      ],
    });
    const tests = [toTest(quiet, []), ...Object.entries(causes).map(([name, series]) => toTest(series, [name]))];
    const folder = await mkdtemp(join(tmpdir(), 'alarms-'));
    try {
      await writeFile(join(folder, 'test.yml'), JSON.stringify({rule_files: [file], evaluation_interval: '5m', tests}));
      const checked = spawnSync('promtool', ['test', 'rules', join(folder, 'test.yml')], {encoding: 'utf8'});
      expect(checked.stdout + checked.stderr).toMatch(/SUCCESS/);
      expect(checked.status).toBe(0);
    } finally {
      await rm(folder, {recursive: true});
    }
  });
});
