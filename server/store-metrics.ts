// Figures of all stores together, read from the database when they are scraped. Every process that serves /metrics gives the same ones, so
// an alarm takes the largest (alerts.yml).
import type {Kysely} from 'kysely';
import {Gauge, Histogram, type Registry} from 'prom-client';
import {hour, second} from '#domain/durations.ts';
import {loadStoreFigures, type StoreFigures} from './db/operator/store-figures.ts';
import type {Tables} from './db/tables/tables.ts';
import type {Log} from './log.ts';
import {withTimeLimit} from './time-limit.ts';

export type StoreMetricsParts = {
  /** Reads the figures. */
  readonly load: () => Promise<StoreFigures>;
  readonly now: () => Date;
  /** For how many milliseconds the figures are used again, however often they are scraped; left out: 15 s. */
  readonly reuseMs?: number;
  /** After so many milliseconds without figures the metrics are printed without them; left out: 5 s, half of what Prometheus waits. */
  readonly limitMs?: number;
  /** Is called with each error of `load`; the other metrics are printed all the same. */
  readonly onError: (error: unknown) => void;
};

/** The parts for a database, whose errors are logged. */
export const watchStores = (
  db: Kysely<Tables>,
  {now, log}: {readonly now: () => Date; readonly log: Log},
): StoreMetricsParts => ({
  load: () => loadStoreFigures(db, now()),
  now,
  onError: (err) => log.warn({err}, 'the figures of all stores cannot be read'),
});

/** A figure with a value for each of its labels. */
type LabelledFigure = {
  readonly name: string;
  readonly help: string;
  readonly labels: string[];
  /** The values, from the figures and the age in seconds of a time. */
  readonly values: (
    figures: StoreFigures,
    ageOf: (at: Date) => number,
  ) => readonly (readonly [labels: Labels, value: number])[];
};
type Labels = Readonly<Record<string, string>>;

const labelledFigures: readonly LabelledFigure[] = [
  {
    name: 'stores',
    help: 'Stores by state, stopped ones by reason',
    labels: ['state', 'reason'],
    values: ({stores}) => stores.map(({state, reason, count}) => [{state, reason: reason ?? ''}, count]),
  },
  {
    name: 'stores_troubled',
    help: 'Installed stores with a refused supplier key, without a valid token, or whose order webhooks seem not to arrive',
    labels: ['by'],
    values: ({troubled: {refusedKey, noToken, silentWebhooks}}) => [
      [{by: 'refused_key'}, refusedKey],
      [{by: 'no_token'}, noToken],
      [{by: 'silent_webhooks'}, silentWebhooks],
    ],
  },
  {
    name: 'stores_last_night',
    help: 'Installed stores by how their newest full update ended',
    labels: ['state'],
    values: ({lastNights}) => lastNights.map(({state, count}) => [{state}, count]),
  },
  {
    name: 'orders_open',
    help: 'Orders that are not paid yet, by state',
    labels: ['state'],
    values: ({orders}) => orders.map(({state, count}) => [{state}, count]),
  },
  {
    name: 'orders_oldest_seconds',
    help: 'For how long the order that is longest in each state has been in it',
    labels: ['state'],
    values: ({orders}, ageOf) => orders.map(({state, oldestSince}) => [{state}, ageOf(oldestSince)]),
  },
  {
    name: 'work_waiting_seconds',
    help: 'For how long the oldest webhook, order or update could have been worked on; 0: none waits',
    labels: ['work'],
    values: ({waiting}, ageOf) =>
      Object.entries(waiting).map(([work, since]) => [{work}, since === null ? 0 : ageOf(since)]),
  },
];

/** The upper ends of the classes of a catalogue's age. */
const ageHours = [6, 26, 50, 74, 170];

/** Adds the figures to the metrics. While they cannot be read, `piecewise_store_figures_read` is 0 and the others have no value. */
export function registerStoreMetrics(register: Registry, parts: StoreMetricsParts): void {
  const read = reuseFor(parts);
  const ageOf = (at: Date): number => Math.max(0, (parts.now().getTime() - at.getTime()) / second);
  for (const {name, help, labels, values} of labelledFigures) {
    register.registerMetric(
      new Gauge({
        name: `piecewise_${name}`,
        help,
        labelNames: labels,
        registers: [],
        async collect() {
          const figures = await read();
          // A state that no store or order has any more must not keep its last value.
          this.reset();
          if (figures === null) return;
          for (const [of, value] of values(figures, ageOf)) this.set({...of}, value);
        },
      }),
    );
  }
  register.registerMetric(
    new Gauge({
      name: 'piecewise_store_figures_read',
      help: 'Whether the figures of all stores could be read from the database: 1, else 0',
      registers: [],
      async collect() {
        this.set((await read()) === null ? 0 : 1);
      },
    }),
  );
  register.registerMetric(
    new Histogram({
      name: 'piecewise_catalogue_age_seconds',
      help: 'Installed stores by the time since an update last read the whole catalogue',
      buckets: ageHours.map((hours) => (hours * hour) / second),
      registers: [],
      async collect() {
        const figures = await read();
        this.reset();
        this.zero({});
        for (const at of figures?.goodNights ?? []) this.observe(ageOf(at));
      },
    }),
  );
}

/** Reads at most once in `reuseMs`, also when it is asked for several times at once. The result is null after an error. */
function reuseFor({
  load,
  onError,
  reuseMs = 15 * second,
  limitMs = 5 * second,
}: StoreMetricsParts): () => Promise<StoreFigures | null> {
  let last: {readonly at: number; readonly figures: Promise<StoreFigures | null>} | null = null;
  return () => {
    const at = performance.now();
    if (last === null || at - last.at >= reuseMs) {
      const figures = withTimeLimit(limitMs, load()).catch((error: unknown) => {
        onError(error);
        return null;
      });
      last = {at, figures};
    }
    return last.figures;
  };
}
