// Counters and timings for operators, in Prometheus' format. Labels are fixed names, never shops or ids.
import {Counter, collectDefaultMetrics, Gauge, Histogram, Registry} from 'prom-client';
import type {MailOutcome} from '#domain/mail/mail-outcome.ts';
import type {PoolUse} from './db/connection/open.ts';
import {registerStoreMetrics, type StoreMetricsParts} from './store-metrics.ts';

/** The functions by which the app counts, and the text that operators scrape. */
export type Metrics = {
  /** Starts to time a job; call the returned function when the job ends. */
  readonly startJob: (queue: string) => (outcome: 'done' | 'failed') => void;
  /** Counts a webhook by what the app did with it when it arrived. */
  readonly countWebhook: (
    outcome: 'stored' | 'repeated' | 'dropped' | 'stale' | 'refused' | 'not_read' | 'not_stored',
  ) => void;
  /** Counts webhook deliveries that failed their last attempt. */
  readonly countGivenUp: (deliveries: number) => void;
  /** Counts lines of store orders that the reconciliation found without a webhook. */
  readonly countFound: (lines: number) => void;
  /** Counts connections that the server closed because there were too many, or a client took too much. */
  readonly countClosed: (reason: 'crowded' | 'pipelined' | 'unread' | 'pieces') => void;
  /** Counts and times an HTTP request to this app. */
  readonly countRequest: (status: number, durationMs: number) => void;
  /** Counts a browser's report that the page's policy blocks something. @param directive from a closed list. */
  readonly countPolicyReport: (directive: string) => void;
  /** Counts mails by what became of them. */
  readonly countMail: (outcome: MailOutcome['kind']) => void;
  /** Counts Shopify's answers with a status of 4xx; ignores others. */
  readonly countShopifyAnswer: (status: number) => void;
  /** Sets since when SHOPIFY_API_SECRET_PREVIOUS is set; null: it is not set. */
  readonly setPreviousSecretSince: (since: Date | null) => void;
  /** Sets which parts the last check of a web process's readiness, or of a worker's health, found missing. */
  readonly setMissing: (missing: readonly string[]) => void;
  /** All metrics in Prometheus' text format. */
  readonly print: () => Promise<string>;
  /** The content type of `print`'s text. */
  readonly contentType: string;
};

/**
 * Creates the metrics. @param pools returns the use of each pool of database connections; called on every scrape. @param stores how the
 * figures of all stores are read; left out: they are not among the metrics.
 */
export function createMetrics(
  pools: () => Readonly<Record<string, PoolUse>> = () => ({}),
  stores: StoreMetricsParts | null = null,
): Metrics {
  const register = new Registry();
  // The default metrics of prom-client, such as CPU, memory, event-loop delay and garbage collection.
  collectDefaultMetrics({register});
  registerPoolGauge(register, pools);
  if (stores !== null) registerStoreMetrics(register, stores);
  const jobs = new Histogram({
    name: 'piecewise_job_seconds',
    help: 'How long jobs took, by queue and outcome',
    labelNames: ['queue', 'outcome'],
    buckets: [0.01, 0.05, 0.2, 1, 5, 30, 120, 600, 3_600],
    registers: [register],
  });
  const webhooks = new Counter({
    name: 'piecewise_webhooks_total',
    help: 'Webhook deliveries by what became of them',
    labelNames: ['outcome'],
    registers: [register],
  });
  const givenUp = new Counter({
    name: 'piecewise_deliveries_given_up_total',
    help: 'Webhook deliveries given up after the last try',
    registers: [register],
  });
  const found = new Counter({
    name: 'piecewise_orders_found_by_reconciliation_total',
    help: 'Lines of store orders that only the reconciliation found',
    registers: [register],
  });
  const requests = new Histogram({
    name: 'piecewise_http_seconds',
    help: 'How long HTTP requests took, by status',
    labelNames: ['status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 5],
    registers: [register],
  });
  return {
    startJob(queue) {
      const end = jobs.startTimer({queue});
      return (outcome) => void end({outcome});
    },
    countWebhook: (outcome) => webhooks.inc({outcome}),
    countGivenUp: (deliveries) => givenUp.inc(deliveries),
    countFound: (lines) => found.inc(lines),
    countRequest: (status, durationMs) => requests.observe({status: String(status)}, durationMs / 1_000),
    ...operatorMetrics(register),
    print: () => register.metrics(),
    contentType: register.contentType,
  };
}

/** Metrics that tell the operator of something to do. */
function operatorMetrics(
  register: Registry,
): Pick<
  Metrics,
  'countClosed' | 'countPolicyReport' | 'countMail' | 'countShopifyAnswer' | 'setPreviousSecretSince' | 'setMissing'
> {
  const closed = new Counter({
    name: 'piecewise_connections_closed_total',
    help: 'Connections that the server closed to protect itself, by reason',
    labelNames: ['reason'],
    registers: [register],
  });
  const policyReports = new Counter({
    name: 'piecewise_policy_reports_total',
    help: 'Reports of browsers that the policy of the page blocks something, by directive; anyone can send them',
    labelNames: ['directive'],
    registers: [register],
  });
  const mails = new Counter({
    name: 'piecewise_mails_total',
    help: 'Mails to merchants by what became of them',
    labelNames: ['outcome'],
    registers: [register],
  });
  const refusals = new Counter({
    name: 'piecewise_shopify_refusals_total',
    help: 'Answers of Shopify with a status of 4xx, of the Admin API and for tokens',
    labelNames: ['status'],
    registers: [register],
  });
  // A rise is only seen of a series that is there before it, and the alarms watch these.
  for (const outcome of ['not_sent', 'unknown', 'unreachable'] as const) mails.inc({outcome}, 0);
  closed.inc({reason: 'crowded'}, 0);
  refusals.inc({status: '403'}, 0);
  const previousSecret = new Gauge({
    name: 'piecewise_previous_secret_since_timestamp_seconds',
    help: 'When SHOPIFY_API_SECRET_PREVIOUS was first seen; 0 where it is not set',
    registers: [register],
  });
  const missing = new Gauge({
    name: 'piecewise_missing',
    help: 'What the process cannot use now: 1, else 0',
    labelNames: ['part'],
    registers: [register],
  });
  return {
    countClosed: (reason) => closed.inc({reason}),
    countPolicyReport: (directive) => policyReports.inc({directive}),
    countMail: (outcome) => mails.inc({outcome}),
    countShopifyAnswer(status) {
      if (status >= 400 && status < 500) refusals.inc({status: String(status)});
    },
    setPreviousSecretSince: (since) => previousSecret.set(since === null ? 0 : since.getTime() / 1_000),
    setMissing(parts) {
      for (const part of ['database', 'queue', 'jobs']) missing.set({part}, parts.includes(part) ? 1 : 0);
    },
  };
}

/** Adds the gauge of database connections, which is read on every scrape. */
function registerPoolGauge(register: Registry, pools: () => Readonly<Record<string, PoolUse>>): void {
  register.registerMetric(
    new Gauge({
      name: 'piecewise_database_connections',
      help: 'Connections to the database by pool: open, in use, and callers that wait for one',
      labelNames: ['pool', 'state'],
      registers: [],
      collect() {
        for (const [pool, use] of Object.entries(pools())) {
          for (const [state, value] of Object.entries(use)) this.set({pool, state}, value);
        }
      },
    }),
  );
}
