import {describe, expect, it} from 'vitest';
import {defaultRates, toRateLimit} from '../../server/queue/rate-limits.ts';
import {silentLog} from '../support/database.ts';
import {startFaultProxy} from '../support/fault-proxy.ts';
import {no, openLimits, shop, take, yes} from './open-limits.ts';

describe('a rate limit in this process', () => {
  it('allows what is steady and then the burst, of each shop by itself', async () => {
    const {requests} = openLimits(null);
    expect(await take(requests, 7)).toEqual([yes, yes, yes, yes, yes, no, no]);
    expect(await take(requests, 1, 'another.myshopify.com')).toEqual([yes]);
  });

  it('says after how many whole seconds to come again, and which refusal is the first', async () => {
    const {keyChecks} = openLimits(null);
    expect(await take(keyChecks, 5)).toEqual([yes, yes, yes, yes, yes]);
    expect(await keyChecks(shop)).toMatchObject({kind: 'refused', isFirst: true});
    const again = await keyChecks(shop);
    expect(again).toMatchObject({kind: 'refused', isFirst: false});
    const {retryAfterSeconds} = again.kind === 'refused' ? again : {retryAfterSeconds: 0};
    expect(Number.isInteger(retryAfterSeconds)).toBe(true);
    expect(retryAfterSeconds).toBeGreaterThan(3_500);
  });

  it('is five key checks a minute', () => {
    expect(defaultRates.keyChecks).toEqual({points: 5, duration: 60});
  });

  it('that fails lets every request through', async () => {
    const limit = toRateLimit({consume: () => Promise.reject(new Error('broken'))}, 1, silentLog);
    expect(await take(limit, 3)).toEqual([yes, yes, yes]);
  });
});

describe('a rate limit whose Redis is away', () => {
  it('counts in the process while Redis refuses connections, and while it accepts them and never answers', async () => {
    const proxy = await startFaultProxy();
    proxy.set({kind: 'hang'});
    for (const url of [proxy.url.replace(/^http:/, 'redis:'), 'redis://127.0.0.1:1']) {
      expect(await take(openLimits(url).requests, 7)).toEqual([yes, yes, yes, yes, yes, no, no]);
    }
    await proxy.close();
  });
});
