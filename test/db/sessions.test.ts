import {randomBytes} from 'node:crypto';
import {sql} from 'kysely';
import {expect, it} from 'vitest';
import {createSessionStorage} from '../../server/db/secrets/sessions.ts';
import {createSealer} from '../../server/sealing.ts';
import {sessionFromProperties, sessionToProperties, toSession} from '../../server/shopify/app.ts';
import {onEachDatabase} from '../support/database.ts';

const now = new Date('2026-11-21T10:00:00Z');
const key = {kid: 'k1', key: randomBytes(32)};
const form = {toProperties: sessionToProperties, fromProperties: sessionFromProperties};
const pair = {
  id: 'offline_a.myshopify.com',
  shop: 'a.myshopify.com',
  state: '',
  isOnline: false,
  scope: 'write_products',
  expires: new Date('2026-11-21T11:00:00Z'),
  accessToken: 'shpat_secret',
  refreshToken: 'shprt_secret',
  refreshTokenExpires: new Date('2027-02-19T10:00:00Z'),
};
const offline = toSession(pair);

onEachDatabase("Shopify's sessions", (current) => {
  const storage = (keys = [key]) => createSessionStorage(current().kysely, createSealer(keys), form, () => now);

  it('come back as they were stored, and lie sealed in the table', async () => {
    expect(await storage().storeSession(offline)).toBe(true);
    const loaded = await storage().loadSession(offline.id);
    expect(loaded?.toPropertyArray(true)).toEqual(offline.toPropertyArray(true));
    expect(loaded).toMatchObject({accessToken: 'shpat_secret', refreshToken: 'shprt_secret', expires: offline.expires});
    const {rows} = await sql<{row: string}>`select sessions::text as row from sessions`.execute(current().kysely);
    expect(rows[0]?.row).not.toContain('secret');
    expect(await storage().loadSession('offline_b.myshopify.com')).toBeUndefined();
  });

  it('are given back with the time they were stored last', async () => {
    await storage().storeSession(offline);
    const later = new Date('2026-11-21T10:30:00Z');
    const second = createSessionStorage(current().kysely, createSealer([key]), form, () => later);
    expect(await second.loadDatedSession(offline.id)).toEqual({session: offline, storedAt: now});
    await second.storeSession(offline);
    expect(await second.loadDatedSession(offline.id)).toMatchObject({storedAt: later});
    expect(await second.loadDatedSession('offline_b.myshopify.com')).toBeUndefined();
  });

  it('are replaced as a whole when stored again', async () => {
    await storage().storeSession(offline);
    await storage().storeSession(toSession({...pair, accessToken: 'shpat_next', refreshToken: 'shprt_next'}));
    expect(await storage().loadSession(offline.id)).toMatchObject({
      accessToken: 'shpat_next',
      refreshToken: 'shprt_next',
    });
  });

  it('are found and deleted by shop and by id', async () => {
    const online = (user: number) => toSession({...pair, id: `a.myshopify.com_${user}`, isOnline: true});
    const stranger = toSession({...pair, id: 'offline_b.myshopify.com', shop: 'b.myshopify.com'});
    for (const session of [offline, online(1), online(2), stranger]) await storage().storeSession(session);
    const idsOf = async (shop: string) => (await storage().findSessionsByShop(shop)).map(({id}) => id);
    expect(await idsOf('a.myshopify.com')).toEqual(['a.myshopify.com_1', 'a.myshopify.com_2', offline.id]);
    await storage().deleteSession('a.myshopify.com_1');
    await storage().deleteSessions(['a.myshopify.com_2', offline.id]);
    await storage().deleteSessions([]);
    expect(await idsOf('a.myshopify.com')).toEqual([]);
    expect(await idsOf('b.myshopify.com')).toEqual([stranger.id]);
  });

  it('do not open under another id, and stay in the table when a key is missing', async () => {
    await storage().storeSession(offline);
    const other = [{kid: 'k2', key: randomBytes(32)}];
    await expect(storage(other).loadSession(offline.id)).rejects.toThrow('sealed with key k1');
    expect((await storage().loadSession(offline.id))?.accessToken).toBe('shpat_secret');
    await sql`update sessions set id = 'offline_x'`.execute(current().kysely);
    await expect(storage().loadSession('offline_x')).rejects.toThrow('sealed for another place');
  });
});
