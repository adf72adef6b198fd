// One valid token per shop, whoever asks and however often, against the stand-in's token endpoint over HTTP.

import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {Failure} from '#domain/failure.ts';
import {createTokens, type Tokens, tokenLeaseMs} from '../../server/shopify/auth/token.ts';
import {type MemoryTokenStore, memoryTokenStore} from './memory-token-store.ts';
import {type OpenStore, openStore} from './open-store.ts';
import {quiet} from './support.ts';

const minute = 60_000;
let store: OpenStore;
let kept: MemoryTokenStore;
let web: Tokens;

const aProcess = () => createTokens(store.app, kept, {now: store.time.now, wait: store.time.wait, log: quiet});

beforeEach(async () => {
  store = await openStore();
  kept = memoryTokenStore(store.time.now);
  web = aProcess();
});
afterEach(() => store.close());

const during = <T>(work: Promise<T>) => store.time.during(work);
const opened = () => during(web.get(store.shop, store.sessionToken()));
const isUnauthorised = (error: unknown) => error instanceof Failure && error.kind === 'unauthorised';

describe('an offline token', () => {
  test('comes from the first session token and is handed out again until five minutes before its end', async () => {
    const token = await opened();
    store.time.forward(54 * minute);
    expect(await during(web.get(store.shop))).toBe(token);
    expect(store.issued()).toBe(1);
    store.time.forward(2 * minute);
    const renewed = await during(web.get(store.shop));
    expect(renewed).not.toBe(token);
    expect(store.issued()).toBe(2);
  });

  test.each([
    {lives: 4 * minute, holds: 2.9 * minute, ends: 3.1 * minute},
    {lives: minute, holds: 0.7 * minute, ends: 0.8 * minute},
    {lives: 20 * minute, holds: 14.9 * minute, ends: 15.1 * minute},
  ])(
    'that lives $lives ms is handed out to every process until the last quarter of its life',
    async ({lives, holds, ends}) => {
      store.control.setTokenLifetime(lives / 1_000);
      const token = await opened();
      const worker = aProcess();
      for (const each of [web, worker, web]) expect(await during(each.get(store.shop))).toBe(token);
      store.time.forward(holds);
      for (const each of [worker, web]) expect(await during(each.get(store.shop))).toBe(token);
      expect(await store.accepts(token)).toBe(true);
      expect(store.issued()).toBe(1);
      store.time.forward(ends - holds);
      const renewed = await during(worker.get(store.shop));
      expect(renewed).not.toBe(token);
      expect(await during(web.get(store.shop))).toBe(renewed);
      expect(store.issued()).toBe(2);
    },
  );

  test('is kept with the time it was asked for with a session token, before the answer; a refresh leaves that as it was', async () => {
    const asked = store.time.now();
    store.misbehave({fault: 'status', status: 503, times: 1});
    await opened();
    store.time.forward(58 * minute);
    await during(web.get(store.shop));
    expect(kept.grants()).toEqual([asked, null]);
  });

  test('is stored whole: with expiry, refresh token and its expiry on our clock', async () => {
    await opened();
    const session = await kept.load(store.shop);
    const now = store.time.now().getTime();
    expect(session?.id).toBe(`offline_${store.shop}`);
    expect(Math.abs((session?.expires?.getTime() ?? 0) - now - 60 * minute)).toBeLessThan(minute);
    expect(session?.refreshToken).toBeTruthy();
    expect(session?.refreshTokenExpires?.getTime()).toBeGreaterThan(now + 89 * 24 * 60 * minute);
  });

  test('is exchanged once for twenty first requests at the same time', async () => {
    const tokens = await during(Promise.all(Array.from({length: 20}, () => web.get(store.shop, store.sessionToken()))));
    expect(new Set(tokens).size).toBe(1);
    expect(store.issued()).toBe(1);
  });

  test('is refreshed once when twenty ask for it at the moment it ends', async () => {
    await opened();
    store.time.forward(58 * minute);
    const tokens = await during(Promise.all(Array.from({length: 20}, () => web.get(store.shop))));
    expect(new Set(tokens).size).toBe(1);
    expect(store.issued()).toBe(2);
  });

  test('is refreshed once when web and workers, each a process of its own, ask at once', async () => {
    await opened();
    store.time.forward(58 * minute);
    const workers = [aProcess(), aProcess(), aProcess()];
    const tokens = await during(Promise.all([web, ...workers].map((each) => each.get(store.shop, undefined))));
    expect(new Set(tokens).size).toBe(1);
    expect(store.issued()).toBe(2);
    expect(kept.leases()).toBe(0);
  });

  test('survives a lost answer: the same refresh token is sent again', async () => {
    await opened();
    store.time.forward(58 * minute);
    store.misbehave({fault: 'cut', at: 'after', times: 1});
    const token = await during(web.get(store.shop));
    expect(store.issued()).toBe(3);
    expect(await store.accepts(token)).toBe(true);
  });

  test('that still holds for a while is used on when Shopify does not answer', async () => {
    const token = await opened();
    store.time.forward(57 * minute);
    const takeBack = store.misbehave({fault: 'status', status: 502});
    expect(await during(web.get(store.shop))).toBe(token);
    store.time.forward(5 * minute);
    await expect(during(web.get(store.shop))).rejects.toMatchObject({kind: 'unavailable', remote: 'shopify'});
    takeBack();
    expect(await during(web.get(store.shop))).not.toBe(token);
    expect(kept.needsReauth()).toEqual([]);
  });

  test('is asked for again after the five seconds that Shopify wants, but not after more: the failure says how long', async () => {
    await opened();
    store.time.forward(58 * minute);
    store.misbehave({fault: 'status', status: 429, retryAfterSeconds: 5, times: 2});
    await during(web.get(store.shop));
    expect(store.issued()).toBe(2);
    store.time.forward(62 * minute);
    const before = store.time.now().getTime();
    store.misbehave({fault: 'status', status: 429, retryAfterSeconds: 120, times: 1});
    const refused = {kind: 'throttled', retryAfterMs: 120_000};
    await expect(during(web.get(store.shop))).rejects.toMatchObject(refused);
    expect(store.time.now().getTime()).toBe(before);
    expect(kept.leases()).toBe(0);
    await during(aProcess().get(store.shop));
    expect(store.issued()).toBe(3);
  });

  test('is renewed within the lease, also where each of six calls takes as long as it may and Shopify wants pauses', async () => {
    await opened();
    store.revokeAll();
    store.time.forward(58 * minute);
    let calls = 0;
    store.misbehave({
      fault: 'status',
      status: 429,
      retryAfterSeconds: 5,
      when({kind}) {
        if (kind !== 'token') return false;
        calls += 1;
        store.time.forward(10_000);
        return calls % 3 !== 0;
      },
    });
    const exp = Math.floor(store.time.now().getTime() / 1_000) + 600;
    const token = await during(web.get(store.shop, store.sessionToken({nbf: 0, iat: 0, exp})));
    expect(calls).toBe(6);
    expect(await store.accepts(token)).toBe(true);
    expect(kept.longestLease()).toBe(80_000);
    expect(tokenLeaseMs).toBeGreaterThan(kept.longestLease());
  });

  test('cannot be had for a shop without session and session token: the shop is marked, and the Failure says so', async () => {
    const refusal = await during(web.get(store.shop)).catch((error: unknown) => error);
    expect(refusal).toSatisfy(isUnauthorised);
    expect(kept.needsReauth()).toEqual([store.shop]);
  });

  test('that died with its refresh token is forgotten; the merchant’s next visit brings a new one', async () => {
    const token = await opened();
    store.revokeAll();
    expect(await during(web.replaceRefused(store.shop, token))).toBe('gone');
    await expect(during(web.get(store.shop))).rejects.toSatisfy(isUnauthorised);
    expect(kept.needsReauth()).toEqual([store.shop]);
    expect(await store.accepts(await opened())).toBe(true);
  });

  test('that was renewed meanwhile by another process is taken from there', async () => {
    const token = await opened();
    store.time.forward(58 * minute);
    const renewed = await during(aProcess().get(store.shop));
    expect(await during(web.replaceRefused(store.shop, token))).toBe('changed');
    expect(await during(web.get(store.shop))).toBe(renewed);
    expect(store.issued()).toBe(2);
  });

  test('whose refresh token is past its ninety days needs the merchant', async () => {
    await opened();
    store.time.forward(91 * 24 * 60 * minute);
    await expect(during(web.get(store.shop))).rejects.toSatisfy(isUnauthorised);
    expect(store.issued()).toBe(1);
  });

  test('is kept alive by night: renewed after a month without use, left alone before', async () => {
    await opened();
    store.time.forward(20 * 24 * 60 * minute);
    await during(web.keepAlive(store.shop));
    expect(store.issued()).toBe(1);
    store.time.forward(20 * 24 * 60 * minute);
    await during(web.keepAlive(store.shop));
    expect(store.issued()).toBe(2);
    store.time.forward(80 * 24 * 60 * minute);
    expect(await store.accepts(await during(web.get(store.shop)))).toBe(true);
  });

  test('is not got with a forged session token, and the failure does not quote it', async () => {
    const forged = store.sessionToken({secret: 'guessed'});
    const refusal = await during(web.get(store.shop, forged)).catch((error: unknown) => error);
    expect(refusal).toSatisfy(isUnauthorised);
    expect(String(refusal)).not.toContain(forged.slice(0, 20));
    expect(store.issued()).toBe(0);
  });

  test('is waited for no longer than three quarters of a minute when another process sits on the lease', async () => {
    await kept.takeLease(store.shop, 'a process that hangs');
    const waiting = during(web.get(store.shop, store.sessionToken()));
    await expect(waiting).rejects.toMatchObject({kind: 'timeout', sent: false});
  });
});
