// What a run saves and compares of the catalogue's items, by the statements that the embedded database was sent.
import {expect, it} from 'vitest';
import {watchStatements} from '../../support/count-statements.ts';
import {onEachSyncTestApp} from '../sync/sync-test-app.ts';

onEachSyncTestApp('the statements about the catalogue’s items', {articles: 1_000, shops: 1}, (app, engine) => {
  // The statements of the embedded database can be watched.
  it.runIf(engine === 'embedded')(
    'that did not change are neither parsed nor compared, and nothing is saved of them',
    async () => {
      const shop = await app().openShop();
      const during = async () => {
        const statements: string[] = [];
        const stop = watchStatements((statement) => void statements.push(statement));
        await shop.run().finally(stop);
        return {
          compared: statements.filter((statement) => statement.includes('a.hash is distinct from')).length,
          saved: statements.filter((statement) =>
            /^\s*(insert into|delete from) "?(known_items|articles)/.test(statement),
          ).length,
          loaded: statements.filter((statement) => statement.includes('known_items')).length,
        };
      };
      // One of them saves what the list names.
      expect(await during()).toMatchObject({compared: 5, saved: 16});
      expect(await during()).toEqual({compared: 0, saved: 0, loaded: 3});
      const [one] = app().supplier.catalogue.all();
      const name = one?.name ?? '';
      app().supplier.catalogue.change(one?.id ?? '', {name: `${name} II`});
      expect(await during()).toMatchObject({compared: 1, saved: 3});
      app().supplier.catalogue.change(one?.id ?? '', {name});
      await shop.run();
    },
  );
});
