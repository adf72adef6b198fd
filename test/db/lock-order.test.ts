// Statements that change many rows lock them in one order, so that two of them never wait for each other.
import {randomBytes, randomUUID} from 'node:crypto';
import {expect, it} from 'vitest';
import {ArticleId, DropshipOrderId, LineItemGid, OrderGid, ShopDomain} from '#domain/ids.ts';
import {toReason} from '#domain/orders/reason-texts.ts';
import {changeManualChoice} from '../../server/actions/audited-changes.ts';
import {giveDetailsAlways} from '../../server/actions/give-details.ts';
import {saveListed} from '../../server/db/catalogue/article-list.ts';
import {choiceBasis, recomputeChosen} from '../../server/db/catalogue/choice.ts';
import {
  postponeWaiting,
  saveDue,
  saveDueForReason,
  saveDueListed,
  saveSupplierBack,
} from '../../server/db/orders/due-orders.ts';
import {saveMoneyDue} from '../../server/db/orders/money-due.ts';
import {saveLineFacts, saveNewDropshipOrders} from '../../server/db/orders/order-lines.ts';
import {saveFingerprint, saveReading} from '../../server/db/orders/order-readings.ts';
import {saveStoreOrderMoney} from '../../server/db/orders/store-orders.ts';
import {eraseDetails} from '../../server/db/secrets/details.ts';
import {loadShop, loadStoredSettings, saveInstalledShop} from '../../server/db/shops/shops.ts';
import {createSealer} from '../../server/sealing.ts';
import {onEachDatabase} from '../support/database.ts';

const shop = ShopDomain.parse('a.myshopify.com');
const now = new Date('2026-11-21T10:00:00Z');
const sealer = createSealer([{kid: 'k', key: randomBytes(32)}]);
const ids = Array.from({length: 200}, (_, index) => ArticleId.parse(`A-${String(index).padStart(3, '0')}`));

onEachDatabase('requests that choose the same articles by hand at once', (current) => {
  it('all end, whatever their order and whatever they choose, also while the rules are applied', async () => {
    const db = current().kysely;
    await saveInstalledShop(db, shop, {scopes: '', currency: 'EUR', taxesIncluded: true}, now);
    // Where the rows lie is not their order.
    const scattered = ids.toSorted((a, b) => a.slice(-1).localeCompare(b.slice(-1)) || b.localeCompare(a));
    await saveListed(
      db,
      shop,
      scattered.map((id) => ({id, price: 1_000})),
      now,
    );
    const facts = await loadShop(db, shop);
    if (facts === null) throw new Error('the shop is not installed');
    const basis = choiceBasis((await loadStoredSettings(db, shop)).settings, facts);
    const by = {shop, actor: 'user:1', now};
    // The embedded engine has one connection: nothing races there.
    const rounds = current().engine === 'postgres' ? 20 : 1;
    for (let round = 0; round < rounds; round += 1) {
      const half = ids.filter((_, index) => index % 2 === round % 2);
      await changeManualChoice(db, by, half, 'picked', basis);
      const racing = [
        changeManualChoice(db, by, ids, 'picked', basis),
        changeManualChoice(db, by, ids.toReversed(), 'left_out', basis),
        changeManualChoice(db, by, half.toReversed(), null, basis),
        recomputeChosen(db, shop, basis),
      ];
      const ended = await Promise.allSettled(racing);
      expect(ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))).toEqual([]);
    }
  }, 60_000);
});

const earned = {revenue: 1, paid: 1};

/** In the order of the store, which is neither that of their ids nor that in which they lie. */
const linesOf = (orderGid: OrderGid) =>
  Array.from({length: 100}, (_, index) => ({
    id: DropshipOrderId.parse(randomUUID()),
    shop,
    order_gid: orderGid,
    order_name: '#1',
    line_gid: LineItemGid.parse(`${orderGid.replace('Order', 'LineItem')}${index}`),
    article_id: ArticleId.parse('A'),
    article_name: 'A',
    colour: null,
    size: null,
    quantity: 1,
    country: 'DE',
    reference: `${orderGid} ${index}`,
    ordered_at: new Date(now.getTime() + ((index * 37) % 100) * 1_000),
  }));

onEachDatabase('statements about the same dropship orders at once', (current) => {
  it('all end, in transactions or alone, whatever their order', async () => {
    const db = current().kysely;
    await saveInstalledShop(db, shop, {scopes: '', currency: 'EUR', taxesIncluded: true}, now);
    const [gid, other] = [OrderGid.parse('gid://shopify/Order/1'), OrderGid.parse('gid://shopify/Order/2')];
    const lines = [...linesOf(gid), ...linesOf(other)];
    await saveNewDropshipOrders(db, lines, now);
    const read = lines.slice(0, 100).map(({line_gid: line}) => ({gid: line, quantity: 2}));
    const by = {shop, actor: 'user:1', id: lines[50]?.id ?? DropshipOrderId.parse('')};
    const rounds = current().engine === 'postgres' ? 12 : 1;
    for (let round = 0; round < rounds; round += 1) {
      const money = {
        currency: 'EUR',
        received: 1,
        refunded: 0,
        goods: earned,
        shipping: earned,
        lines: new Map(read.map(({gid: line}) => [line, {...earned, pieces: 1}])),
      };
      const at = new Date(now.getTime() + (round + 1) * 1_000);
      const racing = [
        saveDueForReason(db, shop, ['not_listed'], now),
        saveDue(db, {shop, orderGid: gid, isOver: true}, now),
        saveDueListed(db, shop, () => true, now),
        postponeWaiting(db, shop, toReason('supplier_unreachable'), at, at),
        saveSupplierBack(db, shop, {ordered_at: now}, now),
        saveStoreOrderMoney(db, shop, {gid, name: '#1', createdAt: now, updatedAt: at, country: 'DE'}, money, now),
        saveMoneyDue(db, shop, gid),
        saveMoneyDue(db, shop, other),
        saveReading(db, shop, {gid, updatedAt: at}),
        saveFingerprint(db, shop, gid, String(round)),
        saveLineFacts(db, {shop, orderGid: gid, readAs: null}, `F${round}`, read),
        eraseDetails(db, shop, [gid, other], now),
        giveDetailsAlways(db, sealer, by, {colour: 'red'}, now),
      ];
      const ended = await Promise.allSettled(racing);
      expect(ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))).toEqual([]);
    }
  }, 60_000);
});
