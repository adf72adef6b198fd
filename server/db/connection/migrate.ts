// Numbered migrations, append-only, run at start. All pending ones and their ledger rows are one transaction, so a failed start leaves the
// schema as it was. Exception: on Postgres, unless the database is empty, a migration with large indexes is committed before its indexes
// are built. From number 20 on (a folder of its own), a migration only adds, or allows more values; a later release removes what it
// replaced (server/OPERATING.md). From number 36 on test/db/upgrades/expansions.test.ts refuses others.
import {type Kysely, sql} from 'kysely';
import type {Tables} from '../tables/tables.ts';
import {defaultPace, type MigrationPace, migratePostgres} from './migrate-postgres.ts';
import {firstTables} from './migrations/0001-to-0019/0001-thread.ts';
import {catalogueStatements} from './migrations/0001-to-0019/0002-catalogue.ts';
import {orderStatements} from './migrations/0001-to-0019/0003-orders.ts';
import {returningShops} from './migrations/0001-to-0019/0004-returning.ts';
import {orderTroubles} from './migrations/0001-to-0019/0005-order-troubles.ts';
import {afterPlacingColumns} from './migrations/0001-to-0019/0006-aftermath.ts';
import {indexReplacements, newLargeIndexes} from './migrations/0001-to-0019/0007-indexes.ts';
import {forgedWebhooks} from './migrations/0001-to-0019/0008-forged-webhooks.ts';
import {auditValues} from './migrations/0001-to-0019/0009-audit-values.ts';
import {interruptedRuns} from './migrations/0001-to-0019/0010-interrupted-runs.ts';
import {unknownArticles} from './migrations/0001-to-0019/0011-unknown-articles.ts';
import {largeAmounts} from './migrations/0001-to-0019/0012-large-amounts.ts';
import {secretsSeen} from './migrations/0001-to-0019/0013-secrets-seen.ts';
import {orderChoices} from './migrations/0001-to-0019/0014-order-choices.ts';
import {writeProbe} from './migrations/0001-to-0019/0015-write-probe.ts';
import {soldCountriesColumn} from './migrations/0001-to-0019/0016-sold-countries.ts';
import {sentBeforeColumn} from './migrations/0001-to-0019/0017-sent-before.ts';
import {orderColumns} from './migrations/0001-to-0019/0018-order-columns.ts';
import {runKind} from './migrations/0001-to-0019/0019-run-kind.ts';
import {plannedColumns} from './migrations/0020-to-0039/0020-planned-columns.ts';
import {storeStateColumns} from './migrations/0020-to-0039/0021-as-in-the-store.ts';
import {storeAccess} from './migrations/0020-to-0039/0022-store-access.ts';
import {storeReadColumns} from './migrations/0020-to-0039/0023-order-points.ts';
import {productMatches} from './migrations/0020-to-0039/0024-product-matches.ts';
import {laneColumns} from './migrations/0020-to-0039/0025-lanes.ts';
import {supplierPlaces} from './migrations/0020-to-0039/0026-supplier-places.ts';
import {orderListIndexes} from './migrations/0020-to-0039/0027-listed-orders.ts';
import {undoColumns} from './migrations/0020-to-0039/0028-undo.ts';
import {setUpColumns} from './migrations/0020-to-0039/0029-set-up.ts';
import {definedOptions} from './migrations/0020-to-0039/0030-defined-options.ts';
import {homeCountry} from './migrations/0020-to-0039/0031-home-country.ts';
import {articleFacts, articleFactsIndexes} from './migrations/0020-to-0039/0032-article-facts.ts';
import {deliveryFailures} from './migrations/0020-to-0039/0033-delivery-failures.ts';
import {brakeCosts} from './migrations/0020-to-0039/0034-brake-costs.ts';
import {unansweredArticlesIndexes} from './migrations/0020-to-0039/0035-unanswered-articles.ts';
import {removalColumns} from './migrations/0020-to-0039/0036-removals.ts';
import {asSentColumns} from './migrations/0020-to-0039/0037-as-sent.ts';
import {openRunsIndexes} from './migrations/0020-to-0039/0038-open-runs.ts';
import {eraseRequestStatements} from './migrations/0020-to-0039/0039-asked-to-erase.ts';
import {storeStatusColumn} from './migrations/0040-to-0059/0041-store-status.ts';
import {storeIdentityColumns} from './migrations/0040-to-0059/0043-store-identity.ts';
import {leftPerPiece, leftPerPieceIndexes} from './migrations/0040-to-0059/0044-left-per-piece.ts';
import {salesBegunColumn} from './migrations/0040-to-0059/0045-sales-begun.ts';
import {buyerRefunds} from './migrations/0040-to-0059/0046-buyer-refunds.ts';
import {shippingProfiles} from './migrations/0040-to-0059/0047-shipping-profiles.ts';
import {fulfilmentServices} from './migrations/0040-to-0059/0048-fulfilment-services.ts';
import {serviceFigures} from './migrations/0040-to-0059/0049-service-figures.ts';
import {refusedAnswers} from './migrations/0040-to-0059/0050-refused-answers.ts';
import {unstatedOptions, unstatedOptionsIndexes} from './migrations/0040-to-0059/0052-unstated-options.ts';
import {storeMarkets} from './migrations/0040-to-0059/0053-store-markets.ts';
import {openRefunds, openRefundsIndexes} from './migrations/0040-to-0059/0054-open-refunds.ts';
import {ownPrices} from './migrations/0040-to-0059/0055-own-prices.ts';
import {dividedBrakes} from './migrations/0040-to-0059/0057-divided-brakes.ts';
import {setBackFieldsIndexes} from './migrations/0040-to-0059/0058-set-back-fields.ts';
import {ownDrafts} from './migrations/0040-to-0059/0059-own-drafts.ts';
import {auditFilterIndexes} from './migrations/0060-to-0079/0060-audit-filters.ts';
import {deliveriesByTopicIndexes} from './migrations/0060-to-0079/0061-deliveries-by-topic.ts';
import {mails} from './migrations/0060-to-0079/0062-mails.ts';
import {departures} from './migrations/0060-to-0079/0063-departures.ts';
import {reportIndexes} from './migrations/0060-to-0079/0064-report-indexes.ts';
import {keyAnswers} from './migrations/0060-to-0079/0065-key-answers.ts';
import {departedListings} from './migrations/0060-to-0079/0066-departed-listings.ts';
import {missedWebhooks} from './migrations/0060-to-0079/0067-missed-webhooks.ts';
import {knownItems} from './migrations/0060-to-0079/0070-known-items.ts';
import type {Database} from './open.ts';
import {
  applyStatements,
  createIndexes,
  loadLedger,
  type Migration,
  prepareLedger,
  schemaVersionOf,
} from './schema-ledger.ts';
import {inTransaction} from './transaction.ts';

/** All migrations in their order. A released entry is never changed or removed. */
export const migrations: readonly Migration[] = [
  {version: 1, name: 'thread', statements: firstTables},
  {version: 2, name: 'catalogue', statements: catalogueStatements},
  {version: 3, name: 'orders', statements: orderStatements},
  {version: 4, name: 'returning', statements: returningShops},
  {version: 5, name: 'order-troubles', statements: orderTroubles},
  {version: 6, name: 'aftermath', statements: afterPlacingColumns},
  {version: 7, name: 'indexes', statements: indexReplacements, largeIndexes: newLargeIndexes},
  {version: 8, name: 'forged-webhooks', statements: forgedWebhooks},
  {version: 9, name: 'audit-values', statements: auditValues},
  {version: 10, name: 'interrupted-runs', statements: interruptedRuns},
  {version: 11, name: 'unknown-articles', statements: unknownArticles},
  {version: 12, name: 'large-amounts', statements: largeAmounts},
  {version: 13, name: 'secrets-seen', statements: secretsSeen},
  {version: 14, name: 'order-choices', statements: orderChoices},
  {version: 15, name: 'write-probe', statements: writeProbe},
  {version: 16, name: 'sold-countries', statements: soldCountriesColumn},
  {version: 17, name: 'sent-before', statements: sentBeforeColumn},
  {version: 18, name: 'order-columns', statements: orderColumns},
  {version: 19, name: 'run-kind', statements: runKind},
  {version: 20, name: 'planned-columns', statements: plannedColumns},
  {version: 21, name: 'as-in-the-store', statements: storeStateColumns},
  {version: 22, name: 'store-access', statements: storeAccess},
  {version: 23, name: 'order-points', statements: storeReadColumns},
  {version: 24, name: 'product-matches', statements: productMatches},
  {version: 25, name: 'lanes', statements: laneColumns},
  {version: 26, name: 'supplier-places', statements: supplierPlaces},
  {version: 27, name: 'listed-orders', statements: [], largeIndexes: orderListIndexes},
  {version: 28, name: 'undo', statements: undoColumns},
  {version: 29, name: 'set-up', statements: setUpColumns},
  {version: 30, name: 'defined-options', statements: definedOptions},
  {version: 31, name: 'home-country', statements: homeCountry},
  {version: 32, name: 'article-facts', statements: articleFacts, largeIndexes: articleFactsIndexes},
  {version: 33, name: 'delivery-failures', statements: deliveryFailures},
  {version: 34, name: 'brake-costs', statements: brakeCosts},
  {version: 35, name: 'unanswered-articles', statements: [], largeIndexes: unansweredArticlesIndexes},
  {version: 36, name: 'removals', statements: removalColumns},
  {version: 37, name: 'as-sent', statements: asSentColumns},
  {version: 38, name: 'open-runs', statements: [], largeIndexes: openRunsIndexes},
  {version: 39, name: 'asked-to-erase', statements: eraseRequestStatements},
  {version: 41, name: 'store-status', statements: storeStatusColumn},
  {version: 43, name: 'store-identity', statements: storeIdentityColumns},
  {version: 44, name: 'left-per-piece', statements: leftPerPiece, largeIndexes: leftPerPieceIndexes},
  {version: 45, name: 'sales-begun', statements: salesBegunColumn},
  {version: 46, name: 'buyer-refunds', statements: buyerRefunds},
  {version: 47, name: 'shipping-profiles', statements: shippingProfiles},
  {version: 48, name: 'fulfilment-services', statements: fulfilmentServices},
  {version: 49, name: 'service-figures', statements: serviceFigures},
  {version: 50, name: 'refused-answers', statements: refusedAnswers},
  {version: 52, name: 'unstated-options', statements: unstatedOptions, largeIndexes: unstatedOptionsIndexes},
  {version: 53, name: 'store-markets', statements: storeMarkets},
  {version: 54, name: 'open-refunds', statements: openRefunds, largeIndexes: openRefundsIndexes},
  {version: 55, name: 'own-prices', statements: ownPrices},
  {version: 57, name: 'divided-brakes', statements: dividedBrakes},
  {version: 58, name: 'set-back-fields', statements: [], largeIndexes: setBackFieldsIndexes},
  {version: 59, name: 'own-drafts', statements: ownDrafts},
  {version: 60, name: 'audit-filters', statements: [], largeIndexes: auditFilterIndexes},
  {version: 61, name: 'deliveries-by-topic', statements: [], largeIndexes: deliveriesByTopicIndexes},
  {version: 62, name: 'mails', statements: mails},
  {version: 63, name: 'departures', statements: departures},
  {version: 64, name: 'report-indexes', statements: [], largeIndexes: reportIndexes},
  {version: 65, name: 'key-answers', statements: keyAnswers},
  {version: 66, name: 'departed-listings', statements: departedListings},
  {version: 67, name: 'missed-webhooks', statements: missedWebhooks},
  {version: 70, name: 'known-items', statements: knownItems},
];

/**
 * Brings the schema to the newest version this program knows and returns that version. Safe when several processes start at once. Throws
 * one sentence when the schema is newer than the program.
 */
export async function migrate(
  {kysely, engine}: Pick<Database, 'kysely' | 'engine'>,
  now: Date,
  list: readonly Migration[] = migrations,
  pace: MigrationPace = defaultPace,
): Promise<number> {
  if (engine === 'postgres') await migratePostgres(kysely, now, list, pace);
  else await migrateEmbedded(kysely, now, list);
  return list.at(-1)?.version ?? 0;
}

/** The embedded database has one connection, so no other session can be blocked. */
async function migrateEmbedded(kysely: Kysely<Tables>, now: Date, list: readonly Migration[]): Promise<void> {
  await inTransaction(kysely, async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await prepareLedger(transaction);
    const current = schemaVersionOf(await loadLedger(transaction), list.at(-1)?.version ?? 0);
    for (const migration of list.filter(({version}) => version > current)) {
      await applyStatements(transaction, migration, now, false);
      await createIndexes(transaction, migration);
    }
  });
}
