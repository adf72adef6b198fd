// The text of the report that "Copy report" copies: ids, codes, counts and times, for the operator of the app. Each line is made of single
// values, so nothing gets into the report that is not named here.
import type {Diagnostics, RunHealth} from '#contract/help/diagnostics.ts';

/** The report as plain text. Times are in UTC. */
export const toReport = (diagnostics: Diagnostics): string =>
  [
    head(diagnostics),
    keys(diagnostics),
    access(diagnostics),
    webhooks(diagnostics),
    updates(diagnostics),
    orders(diagnostics),
  ].join('\n\n');

const head = ({shop, at, versions: {app, schema, node}}: Diagnostics): string =>
  part('Piecewise report', [`store ${shop}`, `at ${at}`, `version ${app}, schema ${schema}, Node ${node}`]);

const keys = ({keys: {catalogue, dropship}}: Diagnostics): string =>
  part('Keys', [
    `catalogue: ${catalogue.state}, catalogue last read ${time(catalogue.lastGoodAt)}`,
    `dropship: ${dropship.state}, list last read ${time(dropship.lastGoodAt)}`,
  ]);

const access = ({access: {needsReauth, stopped, granted, missing, buyerData}}: Diagnostics): string =>
  part('Access to the store', [
    `token: ${needsReauth ? 'a new one is needed' : 'usable as far as known'}`,
    `stopped: ${stopped ?? 'no'}`,
    `buyers' data withheld: ${buyerData ?? 'not as far as known'}`,
    `granted: ${listOf(granted)}`,
    `missing: ${listOf(missing)}`,
  ]);

const webhooks = ({webhooks: {topics, waiting, foundWithoutWebhook, givenUp}}: Diagnostics): string =>
  [
    part('Webhooks', [
      `waiting: ${waiting.count}, oldest ${time(waiting.oldestAt)}`,
      `lines of orders found without a webhook: ${foundWithoutWebhook}`,
    ]),
    part(
      'Last webhook of each topic',
      topics.map(({topic, lastAt}) => `${topic}: ${lastAt ?? 'none stored'}`),
    ),
    part(
      'Webhooks given up',
      givenUp.map(
        ({id, topic, resource, failures, at}) =>
          `${at} ${topic} ${resource ?? ''} (delivery ${id}, ${failures} failures)`,
      ),
    ),
  ].join('\n\n');

const updates = ({runs: {last, troubled}, setAside}: Diagnostics): string =>
  [
    part('Last update', last === null ? [] : [runLine(last)]),
    part('Updates that failed or were done in part', troubled.map(runLine)),
    part('Articles that could not be used', [String(setAside)]),
  ].join('\n\n');

const orders = ({orders: {unsent}}: Diagnostics): string =>
  part(
    'Orders not at the supplier, the newest 1,000 of each state',
    unsent.map(
      ({state, code, count, newestId, newestAt}) =>
        `${state}, ${code ?? 'no code'}: ${count}, newest ${newestId} of ${newestAt}`,
    ),
  );

/** A heading and its lines; "none" without lines. */
const part = (heading: string, lines: readonly string[]): string =>
  [heading, ...(lines.length === 0 ? ['none'] : lines).map((line) => `- ${line.replaceAll(/\s+/g, ' ')}`)].join('\n');

const runLine = ({id, kind, state, reason, startedAt, finishedAt}: RunHealth): string =>
  `${kind}, ${state}, from ${startedAt} to ${finishedAt ?? 'now'}, ${id}${reason === null ? '' : `: ${reason}`}`;

const time = (at: string | null): string => at ?? 'never';

const listOf = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '));
