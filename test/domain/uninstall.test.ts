import {describe, expect, test} from 'vitest';
import {Failure, type FailureFacts} from '#domain/failure.ts';
import {
  type AskingProgress,
  decideRedaction,
  decideUninstall,
  type RemovalNotice,
  type StoreAnswer,
  toStoreAnswer,
} from '#domain/uninstall.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const begun = new Date('2026-11-22T10:00:00Z');
const since = (ms: number) => new Date(begun.getTime() + ms);
const never: AskingProgress = {firstAskedAt: null, refutedAt: null, asked: 0};
/** As after a day like any other: the body names the store, and Shopify accepted its token ten minutes ago. */
const usual: RemovalNotice = {receivedAt: begun, namesStore: true, acceptedAt: since(-10 * minute)};

/** Asked whenever the last verdict says so, Shopify giving these answers; the minutes at which it was asked, and the end. */
function play(answers: (minutes: number) => StoreAnswer) {
  const minutes: number[] = [];
  let asking = never;
  for (let now = begun; ; ) {
    minutes.push((now.getTime() - begun.getTime()) / minute);
    const verdict = decideUninstall(answers(minutes.at(-1) ?? 0), usual, asking, now);
    if (verdict.kind !== 'ask_again') return {minutes, verdict};
    asking = {firstAskedAt: verdict.firstAskedAt, refutedAt: verdict.refutedAt, asked: asking.asked + 1};
    now = verdict.at;
  }
}

describe('an uninstall that Shopify is asked about', () => {
  test('is dropped where Shopify says at once and after 1, 10 and 60 minutes that the app is installed', () => {
    expect(play(() => 'installed')).toEqual({minutes: [0, 1, 10, 60], verdict: {kind: 'refuted'}});
  });

  test.each([1, 10, 60])('is carried out where the token is dead after %d minutes', (dead) => {
    const {minutes, verdict} = play((at) => (at >= dead ? 'refused' : 'installed'));
    expect(minutes.at(-1)).toBe(dead);
    expect(verdict).toEqual({kind: 'forget'});
  });

  test('counts the minutes from the first 2xx, not from an answer that did not come', () => {
    const {minutes, verdict} = play((at) => (at < 3 ? 'none' : 'installed'));
    expect(minutes).toEqual([0, 1, 3, 4, 13, 63]);
    expect(verdict).toEqual({kind: 'refuted'});
  });

  test('is asked about for 24 hours, at least hourly, where Shopify does not answer; then sending stops and nothing else', () => {
    const {minutes, verdict} = play(() => 'none');
    expect(minutes.slice(0, 8)).toEqual([0, 1, 3, 7, 15, 31, 63, 123]);
    expect(minutes.at(-1)).toBeGreaterThanOrEqual(24 * 60);
    expect(minutes.at(-2)).toBeLessThan(24 * 60);
    expect(verdict).toEqual({kind: 'stop_sending', reason: 'no_answer'});
  });
});

/** When a token was last accepted, from the webhook on, and whether that is within a nightly run of it. */
const accepted: readonly (readonly [string, Date | null, boolean])[] = [
  ['never', null, false],
  ['100 days before', since(-100 * day), false],
  ['26 hours and a second before', since(-26 * hour - 1_000), false],
  ['26 hours before', since(-26 * hour), true],
  ['at the same moment', begun, true],
];
const stops = {
  refused: 'no_access',
  no_token: 'no_access',
  forbidden: 'forbidden',
  frozen: 'frozen',
  locked: 'locked',
} as const;
type Stopping = keyof typeof stops;
const answers = Object.keys(stops) as readonly Stopping[];
const table = answers.flatMap((answer) =>
  accepted.flatMap(([when, acceptedAt, isRecent]) =>
    [true, false].map((namesStore) => ({
      title: `${answer}, last accepted ${when}, ${namesStore ? 'named' : 'not named'} in the body`,
      answer,
      announcement: {receivedAt: begun, namesStore, acceptedAt},
      // The only way to be certain.
      isRemoved: answer === 'refused' && isRecent && namesStore,
    })),
  ),
);

describe('what a webhook leads to that says the app was removed', () => {
  test.each(table)('app/uninstalled: $title', ({answer, announcement, isRemoved}) => {
    const verdict = decideUninstall(answer, announcement, never, since(5_000));
    expect(verdict).toEqual(isRemoved ? {kind: 'forget'} : {kind: 'stop_sending', reason: stops[answer]});
  });

  test.each(table)('shop/redact: $title', ({answer, announcement, isRemoved}) => {
    for (const days of [0, 1, 19.99]) {
      const now = since(days * day);
      const wait = {kind: 'wait', at: new Date(now.getTime() + day), stop: stops[answer]};
      expect(decideRedaction(answer, announcement, 3, now)).toEqual(isRemoved ? {kind: 'erase'} : wait);
    }
  });

  test.each(table)('shop/redact, 20 days later: $title', ({answer, announcement, isRemoved}) => {
    const isUnclear = answer !== 'frozen' && answer !== 'locked';
    const {kind} = decideRedaction(answer, announcement, 20, since(20 * day));
    expect(kind).toBe(isRemoved || isUnclear ? 'erase' : 'wait');
  });

  test.each([...answers, 'none', 'installed'] as const)(
    'shop/redact is dropped once a token was accepted after it, and Shopify now says: %s',
    (answer) => {
      for (const days of [0, 20, 100]) {
        const announcement = {...usual, acceptedAt: since(1_000)};
        expect(decideRedaction(answer, announcement, 3, since(days * day + hour))).toEqual({kind: 'refuted'});
      }
    },
  );

  test('shop/redact is dropped where Shopify says that the app is installed', () => {
    for (const acceptedAt of [null, since(-100 * day), begun]) {
      expect(decideRedaction('installed', {...usual, acceptedAt}, 0, begun)).toEqual({kind: 'refuted'});
    }
  });

  test('shop/redact waits without an end while Shopify does not answer, asking every hour at last, and stops nothing', () => {
    const now = since(25 * day);
    const wait = {kind: 'wait', at: new Date(now.getTime() + hour), stop: null};
    expect(decideRedaction('none', {...usual, acceptedAt: null}, 500, now)).toEqual(wait);
  });
});

describe('what Shopify’s answer says of the installation', () => {
  const failure = (kind: FailureFacts['kind'], status?: number) =>
    new Failure('no', {remote: 'shopify', kind, sent: true, ...(status === undefined ? {} : {status})});

  test.each([
    ['401', failure('unauthorised', 401), 'refused'],
    ['no token, or one that was not renewed', failure('unauthorised'), 'no_token'],
    ['403', failure('refused', 403), 'forbidden'],
    ['404', failure('refused', 404), 'forbidden'],
    ['402', failure('refused', 402), 'frozen'],
    ['423', failure('refused', 423), 'locked'],
    ['429', failure('throttled', 429), 'none'],
    ['500', failure('unavailable', 500), 'none'],
    ['a timeout', failure('timeout'), 'none'],
    ['no connection', failure('unreachable'), 'none'],
    ['a redirect', failure('refused', 302), 'none'],
    ['an answer that cannot be read', failure('malformed'), 'none'],
    ['a refusal inside a 200', failure('refused', 200), 'installed'],
    ['a failure inside a 200', failure('unavailable', 200), 'none'],
  ] as const)('%s', (_title, given, answer) => {
    expect(toStoreAnswer(given)).toBe(answer);
  });
});
