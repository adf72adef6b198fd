// What is stored about mails when the store gets another name, an encryption key is rotated, or time goes by.
import {randomBytes} from 'node:crypto';
import {expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {inTransaction} from '../../server/db/connection/transaction.ts';
import {loadMailSettings} from '../../server/db/mail/mail-settings.ts';
import {purgeMails} from '../../server/db/mail/mails.ts';
import {resealSecrets} from '../../server/db/secrets/reseal.ts';
import {renameShop} from '../../server/db/shops/move-shop.ts';
import {saveInstalledShop} from '../../server/db/shops/shops.ts';
import {createSealer} from '../../server/sealing.ts';
import {shop} from '../http/bare-app.ts';
import {address, monday, openMailApp} from './mail-app.ts';

it('the address stays when the store gets another name or the encryption key is rotated, and is said to be unreadable without its key', async () => {
  const app = await openMailApp();
  await app.confirm({key: true});
  const {db, sealer} = app.deps;
  const renamed = ShopDomain.parse('renamed.myshopify.com');
  await inTransaction(db, (trx) => renameShop(trx, sealer, {from: shop, to: renamed}, monday));
  expect((await loadMailSettings(db, sealer, renamed)).contact?.address).toBe(address);
  const [old] = app.deps.config.encryptionKeys;
  const next = {kid: 'next', key: randomBytes(32)};
  expect(await resealSecrets(db, createSealer([next, old]), 500)).toBe(1);
  expect((await loadMailSettings(db, createSealer([next]), renamed)).contact?.address).toBe(address);
  expect(await loadMailSettings(db, sealer, renamed)).toMatchObject({contact: null, isUnreadable: true});
});

it('shops for which nothing is due are left alone, and old mails are forgotten', async () => {
  const app = await openMailApp();
  await app.confirm({key: true});
  const {db} = app.deps;
  for (let number = 0; number < 20; number += 1) {
    const one = ShopDomain.parse(`shop-${number}.myshopify.com`);
    await saveInstalledShop(db, one, {scopes: ''}, monday);
    await db
      .insertInto('mail_settings')
      .values({
        shop: one,
        contact_sealed: 'x',
        unsubscribe_digest: `d${number}`,
        events: ['key'],
        confirmed_at: monday,
        updated_at: monday,
      })
      .execute();
  }
  await db.updateTable('shops').set({catalogue_key_state: 'rejected'}).where('shop', '=', shop).execute();
  expect(await app.work()).toEqual([shop]);
  app.clock.turn(24 * 3_600_000);
  expect(await app.work()).toEqual([shop]);
  // The last one about each thing decides what is news, so it stays.
  await purgeMails(db, shop, new Date(app.clock.now().getTime() + 1));
  expect((await app.mail()).last).toMatchObject([{event: 'key', at: app.clock.now().toISOString()}]);
});
