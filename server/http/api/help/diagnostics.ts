// The route of a store's diagnostics: what a report to the app's operator needs, without secrets and without buyers' data.
import {Router} from 'express';
import {missingScopes} from '#domain/store-access.ts';
import {withoutSecrets} from '#domain/words/without-secrets.ts';
import packageFile from '../../../../package.json' with {type: 'json'};
import {countQuarantined} from '../../../db/catalogue/quarantine.ts';
import {loadRuns} from '../../../db/runs/runs.ts';
import {loadUnreadableKeys, type SupplierApi} from '../../../db/secrets/shop-keys.ts';
import {
  countUnsent,
  loadGivenUp,
  loadLastSeen,
  loadSchemaVersion,
  loadTroubledRuns,
  loadWaiting,
} from '../../../db/shops/diagnostics.ts';
import {loadShop} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import {webhookTopics} from '../../../shopify/auth/webhook-topics.ts';
import type {Diagnostics, RunHealth} from '../../contract/help/diagnostics.ts';
import {Refusal} from '../../refusal.ts';
import {shopOf} from '../../session.ts';

type DiagnosticsDeps = Pick<Deps, 'config' | 'db' | 'now' | 'sealer'>;

/** How many of the last errors of each kind are told. */
const errorsTold = 5;

export function diagnosticsRoutes({config, db, now, sealer}: DiagnosticsDeps): Router {
  const router = Router();
  router.get('/diagnostics', async (_req, res) => {
    const shop = shopOf(res);
    const facts = await loadShop(db, shop);
    if (facts === null) throw new Refusal(404, 'not_installed', 'The app is not installed in this store.');
    const unreadable = await loadUnreadableKeys(db, sealer, shop);
    const keyState = (api: SupplierApi) => (unreadable.includes(api) ? 'unreadable' : facts[`${api}KeyState`]);
    const [last] = await loadRuns(db, shop, 1);
    const answer: Diagnostics = {
      shop,
      at: now().toISOString(),
      supplierContact: config.supplier.supportEmail,
      operatorContact: config.supportEmail,
      versions: {app: packageFile.version, schema: await loadSchemaVersion(db), node: process.version},
      keys: {
        catalogue: {state: keyState('catalogue'), lastGoodAt: textOf(facts.lastGoodNightAt)},
        dropship: {state: keyState('dropship'), lastGoodAt: textOf(facts.listReadAt)},
      },
      access: {
        needsReauth: facts.needsReauth,
        stopped: facts.stopped?.reason ?? null,
        granted: facts.scopes.split(',').filter((scope) => scope !== ''),
        missing: [...missingScopes(facts.scopes, facts.wantedScopes)],
        buyerData: facts.buyerData,
      },
      webhooks: {
        topics: (await loadLastSeen(db, shop, webhookTopics)).map((seen) => ({...seen, lastAt: textOf(seen.lastAt)})),
        ...toWaiting(await loadWaiting(db, shop)),
        foundWithoutWebhook: facts.reconcileFound,
        givenUp: (await loadGivenUp(db, shop, errorsTold)).map((one) => ({...one, at: one.at.toISOString()})),
      },
      runs: {
        last: last === undefined ? null : toRunHealth(last),
        troubled: (await loadTroubledRuns(db, shop, errorsTold)).map(toRunHealth),
      },
      orders: {
        unsent: (await countUnsent(db, shop)).map((one) => ({...one, newestAt: one.newestAt.toISOString()})),
      },
      setAside: await countQuarantined(db, shop),
    };
    res.json(answer);
  });
  return router;
}

const textOf = (at: Date | null): string | null => at?.toISOString() ?? null;

const toWaiting = ({count, oldestAt}: Awaited<ReturnType<typeof loadWaiting>>) => ({
  waiting: {count, oldestAt: textOf(oldestAt)},
});

/** The sentence of a run may quote what another program answered. */
const toRunHealth = (run: Awaited<ReturnType<typeof loadTroubledRuns>>[number]): RunHealth => ({
  id: run.id,
  kind: run.kind,
  state: run.state,
  reason: run.reason === null ? null : withoutSecrets(run.reason),
  startedAt: run.started_at.toISOString(),
  finishedAt: textOf(run.finished_at),
});
