// Which test runs where; test/README.md says why. `npm test` runs the projects unit, app and alone on the quickest engines found,
// `npm run test:all` runs all five, and most suites on every engine.
import {availableParallelism} from 'node:os';
import {defineConfig} from 'vitest/config';
import {LongestFirst} from './support/longest-first.ts';

const root = new URL('..', import.meta.url).pathname;
const tests = '**/*.test.{ts,tsx}';
/** Pure code, adapters over plain HTTP, and the project's own text: hundreds of files share a few threads. */
const unit = ['domain', 'supplier', 'supplier-sandbox', 'shopify', 'shopify-sandbox', 'project'].map(
  (name) => `test/${name}/${tests}`,
);
/** Measures the memory of its process, or runs other programs in the project's folder. */
const alone = ['test/supplier/caps.test.ts', 'test/project/{config,env-example,launcher,lint}.test.ts'];
/**
 * Processes that are killed, stopped or filled up, demos, outages of the queue that take real time, the browser before the whole app, and
 * what the tests do with their own databases.
 */
const slow = [
  ...['faults', 'processes'].map((name) => `test/${name}/${tests}`),
  'test/jobs/queue-*.test.ts',
  'test/queue/outages.test.ts',
  'test/db/{folder-lock,reused-databases}.test.ts',
  'test/journeys/order-to-checkout-private.test.ts',
  'test/web/{first-evening,stand-in-pages,ten-unpaid,visitor-controls}.test.ts',
  'test/web/whole-app/*.test.ts',
];
/** What single pages do in the browser, in each of their states. `npm test` opens every page once, and works with the list of orders and with Home. */
const pages = [
  'test/web/{open-from-shopify,order-corrections,page-decisions,paid-button,test-page,unsaved-forms}.test.ts',
  'test/web/home/{access-banners,first-steps,home-page,page-warnings,product-matches,sending-and-runs}.test.ts',
  'test/web/orders/{bulk-orders,bulk-paid,margin-not-known,one-order,one-order-help,order-keys,pay-next,pay-panel}.test.ts',
  'test/web/pricing/{pricing-page,shipping-profile}.test.ts',
  'test/web/{decisions,fulfilment,products,runs,setup}/*.test.ts',
  'test/web/rules/rules-page.test.ts',
  'test/web/settings/{named-place,settings-form,unreadable-settings}.test.ts',
  'test/web/layout/{amounts,expect-fits,locales,one-banner,page-outlines,page-states}.test.ts',
];

/** Of `app`, only in `npm run test:all`: random or long versions of rules that other suites prove. */
const inAllOnly = [
  'test/jobs/sync/{strained,time-left}.test.ts',
  'test/jobs/sync/preview/preview-equals-run.test.ts',
  'test/jobs/sync/undo/undo-random.test.ts',
];

const shared = {
  root,
  // The tests read no .env.
  envDir: false,
} as const;
/** Processes that run many files, with room for what each file throws away: a twelfth less CPU. */
const forks = {pool: 'forks', isolate: false, execArgv: ['--max-semi-space-size=64']};
const limits = {
  // One more than there are cores: tests also wait, for the database, for the browser, and for time itself.
  maxWorkers: availableParallelism() + 1,
  // How long a whole test may take, also on a slow and busy machine. What it waits for has a limit of its own.
  testTimeout: 90_000,
  hookTimeout: 120_000,
  // Vitest's own second is too short for a busy machine.
  expect: {poll: {timeout: 10_000, interval: 10}},
  setupFiles: ['test/support/setup.ts'],
};

export default defineConfig(({mode}) => {
  const env = {TEST_ENGINES: mode === 'all' ? 'all' : 'quickest'};
  const project = (name: string, include: readonly string[], exclude: readonly string[], how: object) => ({
    ...shared,
    test: {...limits, env, name, include: [...include], exclude: [...exclude], ...how},
  });
  return {
    ...shared,
    test: {
      globalSetup: ['test/support/template-database.ts'],
      sequence: {sequencer: LongestFirst},
      projects: [
        project('unit', unit, alone, {pool: 'threads', isolate: false}),
        project(
          'app',
          [`test/${tests}`],
          [...unit, ...alone, ...pages, ...slow, ...(mode === 'all' ? [] : inAllOnly)],
          forks,
        ),
        project('pages', pages, [], forks),
        project('alone', alone, [], {pool: 'forks'}),
        // Processes that are stopped for seconds, after all others. A file waits for a third of its time.
        project('slow', slow, [], {
          ...forks,
          maxWorkers: availableParallelism() * 2,
          sequence: {groupOrder: 1},
          testTimeout: 180_000,
        }),
      ],
    },
  };
});
