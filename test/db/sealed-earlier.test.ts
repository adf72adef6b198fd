// Rows written before encryption and digests had keys of their own: they still open and compare, and upkeep re-seals them. The
// literal values were made by the code of 2026-11-22 that wrote version 1.
import {randomBytes} from 'node:crypto';
import {expect, it} from 'vitest';
import {ArticleId, DropshipOrderId, LineItemGid, OrderGid, ShopDomain} from '#domain/ids.ts';
import {saveNewDropshipOrders} from '../../server/db/orders/order-lines.ts';
import {openDetails} from '../../server/db/secrets/details.ts';
import {resealSecrets} from '../../server/db/secrets/reseal.ts';
import {compareWithSent, renewCauseMarks, toFlagCauses} from '../../server/db/secrets/sent-marks.ts';
import {loadCatalogueKey, loadDropshipKey} from '../../server/db/secrets/shop-keys.ts';
import {loadShop, saveInstalledShop} from '../../server/db/shops/shops.ts';
import {createSealer, type Sealer} from '../../server/sealing.ts';
import {onEachDatabase, type TestDatabase} from '../support/database.ts';

const shop = ShopDomain.parse('a.myshopify.com');
const now = new Date('2026-11-22T10:00:00Z');
const key = {kid: 'first', key: Buffer.from('AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tk=', 'base64')};
const earlier = {
  catalogueKey: 'first.kVKlDRK_kclJ2Qpn.Jmj1vGLL94iLDYp6buaVtw.tDm3SewssdhcH7USDZEbIS3z',
  /** 'abc12', of which version 1 showed 'bc12'. */
  shortKey: 'first.kTYWLQuZllMlhiYm.JLYVU3k2zqD-TM_tb8uPPQ.Cxf41Bs',
  details:
    'first.7IaSBFv_VQu0J2V2.I2IygiCxtWcrBccOHjyB_w.mAdcAGVT_LXSaWFeqIHETPeWvy9j_AvnFMrlSBK4AnM2BM9kxiA97oGdqZCHklHY13o363s6wg9x1DwLhL-dZsd_NTahUhE8',
  session:
    'first.CRSCKBzlai65bLUs.j5K5lNPEJFZVlTxgvsdhJA.rzjPMN1dPgFUy1aImgFd0amj0G8WyMjXOFtbd9DF292UIRtaOH5AFFQwegMq1TV8EtORJHRfs9acSCJada-9uoZVqbIew2OQT29ImzJelaHT_wQz7dUmQolldCRDcBLTi3xkOog--tfSVpOFl40lIBpAqxp6DwTsLPOQHw',
  addressMark: 'first.ISoH7sCOYYN76A5WR159kH-2mx6cwbpWL7vUDVR8Bgc',
  placeMark: 'first.ylrcS4dzomJNummziDNDGlXrnl3uOox8P66vxgCYyJI',
};
const typed = {colour: null, size: null, name: 'Jo Typed', email: 'jo@typed.example'};
const order = {shop, order_gid: OrderGid.parse('gid://shopify/Order/1'), marked_as: null, flags: []};

onEachDatabase('what version 1 has sealed', (current) => {
  it('opens as it was', async () => {
    await saveEarlier(current());
    const db = current().kysely;
    const sealer = createSealer([key]);
    expect(await loadCatalogueKey(db, sealer, shop)).toBe('cat-key-0123456789');
    expect(openDetails(sealer, {shop, details_sealed: earlier.details})).toEqual(typed);
  });

  it('is re-sealed by upkeep in the newest version, keeps its meaning, and then rests', async () => {
    await saveEarlier(current());
    const db = current().kysely;
    const sealer = createSealer([key]);
    expect(await resealSecrets(db, sealer, 500)).toBe(4);
    for (const sealed of await sealedColumns(current())) expect(sealed).toMatch(/^first\.2\./);
    expect(await loadCatalogueKey(db, sealer, shop)).toBe('cat-key-0123456789');
    expect(await loadDropshipKey(db, sealer, shop)).toBe('abc12');
    const {details_sealed} = await db.selectFrom('dropship_orders').selectAll().executeTakeFirstOrThrow();
    expect(openDetails(sealer, {shop, details_sealed})).toEqual(typed);
    const session = await db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    const place = {shop, column: `sessions.payload ${session.id}`};
    expect(sealer.open(session.payload_sealed, place)).toContain('shpat_secret');
    expect(await resealSecrets(db, sealer, 500)).toBe(0);
  });

  it('shows no more than half of a short key once it is re-sealed', async () => {
    await saveEarlier(current());
    await resealSecrets(current().kysely, createSealer([key]), 500);
    expect(await loadShop(current().kysely, shop)).toMatchObject({catalogueKeyLast4: '6789', dropshipKeyLast4: '12'});
  });

  it('is re-sealed with the first key when the keys were rotated too, and left alone where its key is missing', async () => {
    await saveEarlier(current());
    const db = current().kysely;
    const next = {kid: 'next', key: randomBytes(32)};
    expect(await resealSecrets(db, createSealer([next]), 500)).toBe(0);
    expect(await resealSecrets(db, createSealer([next, key]), 500)).toBe(4);
    for (const sealed of await sealedColumns(current())) expect(sealed).toMatch(/^next\.2\./);
  });
});

it('an address mark of version 1 still tells the address, and the order’s next reading renews it', () => {
  const sealer = createSealer([key]);
  const marked = {...order, address_mark: earlier.addressMark, name_mark: null, email_mark: null};
  const shown = (address: string) => ({address, name: null, email: null});
  expect(compareWithSent(sealer, marked, shown('Beispielweg 13'))).toMatchObject({isElsewhere: true});
  const same = compareWithSent(sealer, marked, shown('Beispielweg 12'));
  expect(same).toMatchObject({isElsewhere: false, marks: {address_mark: expect.stringMatching(/^first\.2\./)}});
  const flag = {code: 'destination_changed', at: now.toISOString(), place: earlier.placeMark} as const;
  const causes = toFlagCauses({country: 'DE', province: null}, shown('Beispielweg 12'));
  const [renewed] = renewCauseMarks(sealer, {...marked, flags: [flag]}, causes);
  expect(renewed?.place).toMatch(/^first\.2\./);
});

it('encryption and digests each have a key of their own: neither is the configured one', () => {
  const place = {shop, column: 'shops.catalogue_key'};
  const sealer: Sealer = createSealer([key]);
  // Without its version the same envelope would be opened with the configured key.
  const withoutVersion = sealer.seal('a key', place).replace('first.2.', 'first.');
  expect(() => sealer.open(withoutVersion, place)).toThrow('cannot be opened');
  const [newest, older] = sealer.marksOf('a text', place);
  expect(newest.replace('first.2.', 'first.')).not.toBe(older);
});

async function saveEarlier({kysely: db}: TestDatabase): Promise<void> {
  await saveInstalledShop(db, shop, {scopes: '', currency: 'EUR'}, now);
  await db
    .updateTable('shops')
    .set({
      catalogue_key_sealed: earlier.catalogueKey,
      catalogue_key_last4: '6789',
      catalogue_key_state: 'accepted',
      dropship_key_sealed: earlier.shortKey,
      dropship_key_last4: 'bc12',
      dropship_key_state: 'accepted',
    })
    .execute();
  const session = {id: 'offline_a.myshopify.com', shop, is_online: false, expires_at: null, updated_at: now};
  await db
    .insertInto('sessions')
    .values({...session, payload_sealed: earlier.session})
    .execute();
  const line = {
    id: DropshipOrderId.parse('5b2f2f0e-0000-4000-8000-000000000001'),
    shop,
    order_gid: order.order_gid,
    order_name: '#1',
    line_gid: LineItemGid.parse('gid://shopify/LineItem/1'),
    article_id: ArticleId.parse('A-1'),
    article_name: 'A shoe',
    colour: null,
    size: null,
    quantity: 1,
    country: 'DE',
    reference: 'a-1-1',
    ordered_at: now,
  };
  await saveNewDropshipOrders(db, [line], now);
  await db.updateTable('dropship_orders').set({details_sealed: earlier.details}).execute();
}

async function sealedColumns({kysely: db}: TestDatabase): Promise<readonly (string | null)[]> {
  const {catalogue_key_sealed, dropship_key_sealed} = await db
    .selectFrom('shops')
    .selectAll()
    .executeTakeFirstOrThrow();
  const {details_sealed} = await db.selectFrom('dropship_orders').selectAll().executeTakeFirstOrThrow();
  const {payload_sealed} = await db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
  return [catalogue_key_sealed, dropship_key_sealed, details_sealed, payload_sealed];
}
