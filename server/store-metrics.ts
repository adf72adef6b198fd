// Figures of all stores together, read from the database when they are scraped. Every process that serves /metrics gives the same ones, so
// an alarm takes the largest (alerts.yml).
import type {Kysely} from 'kysely';
import {Gauge, Histogram, type Registry} from 'prom-client';
import {hour, second} from '#domain/durations.ts';
import {loadStoreFigures, type StoreFigures} from './db/operator/store-figures.ts';
import type {Tables} from './db/tables/tables.ts';
import type {Log} from './log.ts';

export type StoreMetricsParts = {
  /** Reads the figures. */
  readonly load: () => Promise<StoreFigures>;
  readonly now: () => Date;
  /** For how many milliseconds the figures are used again, however often they are scraped; left out: 15 s. */
  readonly reuseMs?: number;
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

/** Adds the figures to the metrics. While they cannot be read, `piecewise_store_figures_read` is 0 and the others have no value. */
export function registerStoreMetrics(register: Registry, parts: StoreMetricsParts): void {
  const read = reuseFor(parts);
  const ageOf = (at: Date): number => Math.max(0, (parts.now().getTime() - at.getTime()) / second);
  const gauge = (
    {name, help, labelNames = []}: {readonly name: string; readonly help: string; readonly labelNames?: string[]},
    set: (figures: StoreFigures, to: Gauge) => void,
  ) =>
    new Gauge({
      name: `piecewise_${name}`,
      help,
      labelNames,
      registers: [register],
      async collect() {
        const figures = await read();
        // A state that no store or order has any more must not keep its last value.
        this.reset();
        if (figures !== null) set(figures, this);
      },
    });
  new Gauge({
    name: 'piecewise_store_figures_read',
    help: 'Whether the figures of all stores could be read from the database: 1, else 0',
    registers: [register],
    async collect() {
      this.set((await read()) === null ? 0 : 1);
    },
  });
  gauge(
    {name: 'stores', help: 'Stores by state, stopped ones by reason', labelNames: ['state', 'reason']},
    ({stores}, to) => {
      for (const {state, reason, count} of stores) to.set({state, reason: reason ?? ''}, count);
    },
  );
  gauge(
    {
      name: 'stores_troubled',
      help: 'Installed stores with a refused supplier key, without a valid token, or whose order webhooks seem not to arrive',
      labelNames: ['by'],
    },
    ({troubled}, to) => {
      to.set({by: 'refused_key'}, troubled.refusedKey);
      to.set({by: 'no_token'}, troubled.noToken);
      to.set({by: 'silent_webhooks'}, troubled.silentWebhooks);
    },
  );
  gauge(
    {
      name: 'stores_last_night',
      help: 'Installed stores by how their newest full update ended',
      labelNames: ['state'],
    },
    ({lastNights}, to) => {
      for (const {state, count} of lastNights) to.set({state}, count);
    },
  );
  gauge(
    {name: 'orders_open', help: 'Orders that are not paid yet, by state', labelNames: ['state']},
    ({orders}, to) => {
      for (const {state, count} of orders) to.set({state}, count);
    },
  );
  gauge(
    {name: 'orders_oldest_seconds', help: 'Age of the oldest order of each state', labelNames: ['state']},
    ({orders}, to) => {
      for (const {state, oldestAt} of orders) to.set({state}, ageOf(oldestAt));
    },
  );
  gauge(
    {
      name: 'work_waiting_seconds',
      help: 'For how long the oldest webhook, order or update could have been worked on; 0: none waits',
      labelNames: ['work'],
    },
    ({waiting}, to) => {
      for (const [work, since] of Object.entries(waiting)) to.set({work}, since === null ? 0 : ageOf(since));
    },
  );
  new Histogram({
    name: 'piecewise_catalogue_age_seconds',
    help: 'Installed stores by the time since an update last read the whole catalogue',
    buckets: [6, 26, 50, 74, 170].map((hours) => (hours * hour) / second),
    registers: [register],
    async collect() {
      const figures = await read();
      this.reset();
      this.zero({});
      for (const at of figures?.goodNights ?? []) this.observe(ageOf(at));
    },
  });
}

/** Reads at most once in `reuseMs`, also when it is asked for several times at once. The result is null after an error. */
function reuseFor({load, onError, reuseMs = 15 * second}: StoreMetricsParts): () => Promise<StoreFigures | null> {
  let last: {readonly at: number; readonly figures: Promise<StoreFigures | null>} | null = null;
  return () => {
    const at = performance.now();
    if (last === null || at - last.at >= reuseMs) {
      const figures = load().catch((error: unknown) => {
        onError(error);
        return null;
      });
      last = {at, figures};
    }
    return last.figures;
  };
}
