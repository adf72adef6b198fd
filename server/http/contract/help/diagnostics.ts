// The state of a store's connection to supplier and Shopify, as far as the database knows it. It holds no key, no token and nothing of a
// buyer: only ids, codes, counts, times and our own sentences about runs.
import {z} from 'zod';

const Time = z.string();

/** A key of the supplier. `lastGoodAt`: when what it reads was last read completely; null: never, as far as is stored. */
const KeyHealth = z.object({
  state: z.enum(['absent', 'accepted', 'rejected', 'unreadable']),
  lastGoodAt: Time.nullable(),
});

/** A run that ended badly, or the last one. `reason`: why it is not done, as a sentence; null: it is. */
const RunHealth = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
  startedAt: Time,
  finishedAt: Time.nullable(),
});
export type RunHealth = z.infer<typeof RunHealth>;

/** GET /api/diagnostics. */
export const Diagnostics = z.object({
  shop: z.string(),
  at: Time,
  /** The address where keys are asked for; null: the operator has set none. */
  supplierContact: z.string().nullable(),
  /** The address of whoever operates the app; null: none is set. */
  operatorContact: z.string().nullable(),
  versions: z.object({app: z.string(), schema: z.number(), node: z.string()}),
  keys: z.object({catalogue: KeyHealth, dropship: KeyHealth}),
  access: z.object({
    /** Whether Shopify takes the app's token only again after somebody opens the app. */
    needsReauth: z.boolean(),
    /** Why sending is stopped, as a code; null: it is not. */
    stopped: z.string().nullable(),
    granted: z.array(z.string()),
    missing: z.array(z.string()),
    /** Why Shopify shows no buyers' data, as a code; null: nothing speaks against it. */
    buyerData: z.string().nullable(),
  }),
  webhooks: z.object({
    /** Each accepted topic; null: none is stored. Handled webhooks are stored for 30 days. */
    topics: z.array(z.object({topic: z.string(), lastAt: Time.nullable()})),
    waiting: z.object({count: z.number(), oldestAt: Time.nullable()}),
    /** Orders' lines that no webhook announced, since the last webhook of an order. */
    foundWithoutWebhook: z.number(),
    /** The webhooks given up last, the newest first. */
    givenUp: z.array(
      z.object({
        id: z.number(),
        topic: z.string(),
        resource: z.string().nullable(),
        failures: z.number(),
        at: Time,
      }),
    ),
  }),
  runs: z.object({
    last: RunHealth.nullable(),
    /** The newest that failed or were done only in part. */
    troubled: z.array(RunHealth),
  }),
  orders: z.object({
    /** Of each state the newest 1,000 orders that are not at the supplier, by state and reason. */
    unsent: z.array(
      z.object({
        state: z.string(),
        code: z.string().nullable(),
        count: z.number(),
        newestId: z.string(),
        newestAt: Time,
      }),
    ),
  }),
  /** Articles that could not be read or written. */
  setAside: z.number(),
});
export type Diagnostics = z.infer<typeof Diagnostics>;
