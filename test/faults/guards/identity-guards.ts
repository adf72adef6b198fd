// What makes a store with another name the same shop, and another store with the same name another one.
import type {Guard} from './guard.ts';

const decision = 'test/domain/stores/store-identity.test.ts';
const rows = 'test/db/shops/moved-shops.test.ts';
const renamed = 'test/journeys/renamed-store.test.ts';
const another = 'test/journeys/name-of-another-store.test.ts';

const decides = 'server/domain/stores/store-identity.ts';
const moves = 'server/db/shops/move-shop.ts';
const settles = 'server/db/shops/store-identity.ts';

export const identityGuards: readonly Guard[] = [
  {
    name: 'a token is stored only for the store that it is of',
    changes: [
      {
        file: 'server/shopify/auth/token.ts',
        from: "  await deps.store.assignToStore(shop, fresh.accessToken ?? '');\n",
        to: '',
      },
    ],
    tests: [another],
  },
  {
    name: 'a page is served only to the store that its shop is',
    changes: [{file: 'server/http/installation.ts', from: ' && (await deps.isSameStore(known, visit))', to: ''}],
    tests: [another],
  },
  {
    name: 'a store that Shopify does not name is served only where its token was accepted lately',
    changes: [
      {
        file: 'server/actions/store-check.ts',
        from: '    if (!isRecent && stopped === null) throw error;\n',
        to: '',
      },
    ],
    tests: [another],
  },
  {
    name: 'a name that another store has now is another shop',
    changes: [
      {
        file: decides,
        from: 'const isAnothers = named !== null && named.gid !== null;',
        to: 'const isAnothers = false;',
      },
    ],
    tests: [decision],
  },
  {
    name: 'a page under a former name takes nothing back',
    changes: [{file: decides, from: 'holding.hadName && !isPresentName', to: 'holding.hadName && isPresentName'}],
    tests: [decision],
  },
  {
    name: 'no shop that is used makes way for another but as one set aside',
    changes: [
      {
        file: settles,
        from: 'isEmpty: await isShopEmpty(trx, shop)',
        to: "isEmpty: (await isShopEmpty(trx, shop)) || shop !== ''",
      },
    ],
    tests: [rows],
  },
  {
    name: 'two moves of a shop at once are one',
    changes: [{file: settles, from: '    await lockShopRows(trx, identity);\n    const rows', to: '    const rows'}],
    tests: [rows],
    onPostgres: true,
  },
  {
    name: 'no table is left behind',
    changes: [
      {
        file: moves,
        from: 'for (const table of await loadShopTables(trx)) {',
        to: "for (const table of (await loadShopTables(trx)).filter((each) => each !== 'audit')) {",
      },
    ],
    tests: [rows],
  },
  {
    name: 'secrets open under the new name',
    changes: [{file: moves, from: '  await resealForShopName(trx, sealer, names);\n', to: ''}],
    tests: [rows],
  },
  {
    name: 'what was sent is compared under the name that it was marked with',
    changes: [{file: 'server/db/secrets/sent-marks.ts', from: 'shop: markedAs ?? shop,', to: 'shop,'}],
    tests: [rows],
  },
  {
    name: 'a token that is being granted keeps its lease in the move',
    changes: [
      {
        file: moves,
        from: 'token_lease_owner = ${token.token_lease_owner},\n      token_lease_until = ${token.token_lease_until},',
        to: 'token_lease_owner = null, token_lease_until = null,',
      },
    ],
    tests: [rows],
  },
  {
    name: 'equal webhooks of both names do not stop the move',
    changes: [{file: moves, from: '  await dropEqualDeliveries(trx, names);\n', to: ''}],
    tests: [rows],
  },
  {
    name: 'a webhook that comes during the move is not stored under the former name',
    changes: [{file: 'server/db/deliveries/save-deliveries.ts', from: ' for key share)', to: ')'}],
    tests: [rows],
    onPostgres: true,
  },
  {
    name: 'an order that is with the supplier during the move is settled',
    changes: [
      {
        file: 'server/db/orders/placing.ts',
        from: "      .where('id', '=', claim.orderId)\n      .where((eb) =>",
        to: "      .where('shop', '=', claim.shop)\n      .where('id', '=', claim.orderId)\n      .where((eb) =>",
      },
    ],
    tests: [renamed],
  },
  {
    name: 'webhooks of the former name count',
    changes: [
      {
        file: 'server/http/webhooks.ts',
        from: 'saved === null ? await loadPresentName(webhookDb, delivery.shop) : null',
        to: 'saved === null && webhookDb === null ? await loadPresentName(webhookDb, delivery.shop) : null',
      },
    ],
    tests: [renamed],
  },
  {
    name: 'a request to erase the former name is not confirmed by a refused token',
    changes: [
      {
        file: 'jobs/webhooks/erase-store.ts',
        from: 'const namesStore = delivery.resource === null;',
        to: 'const namesStore = true;',
      },
    ],
    tests: [renamed],
  },
  {
    name: 'a job of a shop that is no more ends',
    changes: [
      {file: 'jobs/orders/lane.ts', from: '    if ((await loadShop(deps.db, shop)) === null) return;\n', to: ''},
    ],
    tests: ['test/jobs/orders/lane.test.ts'],
  },
  {
    name: 'no job is made for a shop that is set aside',
    changes: [
      {
        file: 'server/db/deliveries/deliveries.ts',
        from: ".where('set_aside_at', 'is not', null)",
        to: ".where('set_aside_at', 'is not', null)\n            .where('state', '=', 'installed')",
      },
    ],
    tests: [rows],
  },
  {
    name: 'a shop that is set aside is kept for 30 days',
    changes: [
      {
        file: 'server/db/shops/set-aside.ts',
        from: 'now.getTime() - setAsideLifetimeMs',
        to: 'now.getTime() + setAsideLifetimeMs',
      },
    ],
    tests: [rows],
  },
  {
    name: 'ids are filled in for shops from before they were kept',
    changes: [
      {
        file: 'jobs/schedule/store-ids.ts',
        from: 'if (known === null || known.gid !== null || known.needsReauth) return;',
        to: 'if (known === null || known.gid === null || known.needsReauth) return;',
      },
    ],
    tests: [another],
  },
];
