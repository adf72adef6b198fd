// Counters and timings for operators, in Prometheus' form. Labels are names of ours, never shops or ids.
import {Counter, Histogram, Registry} from 'prom-client';

export type Metrics = {
  /** Call the answer when the job ended. */
  readonly startJob: (queue: string) => (outcome: 'done' | 'failed') => void;
  readonly countWebhook: (outcome: 'stored' | 'repeated' | 'dropped' | 'refused' | 'not_stored') => void;
  /** Deliveries given up after the last try: each is shown to its merchant. */
  readonly countGivenUp: (deliveries: number) => void;
  /** Lines of store orders that no webhook told of. */
  readonly countFound: (lines: number) => void;
  readonly countRequest: (status: number, durationMs: number) => void;
  /** The text a scraper reads. */
  readonly print: () => Promise<string>;
  readonly contentType: string;
};

export function createMetrics(): Metrics {
  const register = new Registry();
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
    print: () => register.metrics(),
    contentType: register.contentType,
  };
}
