import {describe, expect, test} from 'vitest';
import {Failure, type FailureFacts} from '#domain/failure.ts';
import {type Asking, decideUninstall, type StoreAnswer, toStoreAnswer} from '#domain/uninstall.ts';

const minute = 60_000;
const begun = new Date('2026-11-22T10:00:00Z');
const after = (minutes: number) => new Date(begun.getTime() + minutes * minute);
const never: Asking = {firstAskedAt: null, refutedAt: null, asked: 0};

/** Asked whenever the last verdict says so, Shopify giving these answers; the minutes at which it was asked, and the end. */
function play(answers: (minutes: number) => StoreAnswer) {
  const minutes: number[] = [];
  let asking = never;
  for (let now = begun; ; ) {
    minutes.push((now.getTime() - begun.getTime()) / minute);
    const verdict = decideUninstall(answers(minutes.at(-1) ?? 0), asking, now);
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
    const {minutes, verdict} = play((at) => (at >= dead ? 'removed' : 'installed'));
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

  test.each(['frozen', 'locked'] as const)('stops sending in a store that is %s', (answer) => {
    expect(decideUninstall(answer, never, after(0))).toEqual({kind: 'stop_sending', reason: answer});
  });
});

describe('what Shopify’s answer says of the installation', () => {
  const failure = (kind: FailureFacts['kind'], status?: number) =>
    new Failure('no', {remote: 'shopify', kind, sent: true, ...(status === undefined ? {} : {status})});

  test.each([
    ['401', failure('unauthorised', 401), 'removed'],
    ['a refused refresh', failure('unauthorised', 400), 'removed'],
    ['403', failure('refused', 403), 'removed'],
    ['404', failure('refused', 404), 'removed'],
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
