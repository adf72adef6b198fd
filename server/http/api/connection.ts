// The two supplier keys: verified with the supplier, stored encrypted, shown only as their last four characters.
import {type Response, Router} from 'express';
import {RunId, type ShopDomain} from '#domain/ids.ts';
import {codesFreedBy} from '#domain/orders/reasons.ts';
import {saveRunUnlessOpen} from '../../actions/queue-first-run.ts';
import {inTransaction} from '../../db/connection/transaction.ts';
import {makeDueByReason} from '../../db/orders/due-orders.ts';
import {loadRuns} from '../../db/runs/runs.ts';
import {
  loadCatalogueKey,
  loadDropshipKey,
  loadUnreadableKeys,
  markKeyAccepted,
  markKeyRejected,
  removeKey,
  type SupplierApi,
  saveCatalogueKey,
  saveDropshipKey,
} from '../../db/secrets/shop-keys.ts';
import {saveAudit} from '../../db/shops/audit.ts';
import {loadShop} from '../../db/shops/shops.ts';
import type {Deps} from '../../deps.ts';
import {type KeyCheck, verifyCatalogueKey, verifyDropshipKey} from '../../supplier/verify-keys.ts';
import {type Connection, KeyInput} from '../contract/connection.ts';
import {parseInput, Refusal, tooManyRequests} from '../refusal.ts';
import {actorOf, shopOf} from '../session.ts';
import {toConnection} from './answers.ts';

export function connectionRoutes(deps: Deps): Router {
  const {db, now, sealer, supplier} = deps;
  const router = Router();
  router.get('/connection', async (_req, res) => {
    res.json(await loadConnection(deps, shopOf(res)));
  });
  router.put('/connection/catalogue-key', async (req, res) => {
    const shop = shopOf(res);
    const {key} = parseInput(KeyInput, req.body);
    const asCatalogue = () => verifyCatalogueKey(supplier, key);
    const check = await verifyKey(deps, res, 'catalogue', asCatalogue, () => verifyDropshipKey(supplier, key));
    await inTransaction(db, async (trx) => {
      await saveCatalogueKey(trx, sealer, shop, {...check, key}, now());
      await saveAudit(trx, shop, {actor: actorOf(res), action: 'key_entered', subject: 'catalogue-key'}, now());
    });
    await startFirstRunOnceConnected(deps, shop, actorOf(res));
    res.json(await loadConnection(deps, shop));
  });
  router.put('/connection/dropship-key', async (req, res) => {
    const shop = shopOf(res);
    const {key} = parseInput(KeyInput, req.body);
    const asDropship = () => verifyDropshipKey(supplier, key);
    await verifyKey(deps, res, 'dropship', asDropship, () => verifyCatalogueKey(supplier, key));
    await inTransaction(db, async (trx) => {
      await saveDropshipKey(trx, sealer, shop, {key}, now());
      await makeDueByReason(trx, shop, codesFreedBy('dropship_key'), now());
      await saveAudit(trx, shop, {actor: actorOf(res), action: 'key_entered', subject: 'dropship-key'}, now());
    });
    await enqueueOrLog(deps, () => deps.queues.enqueue('upkeep', {task: 'recheck-open'}));
    await startFirstRunOnceConnected(deps, shop, actorOf(res));
    res.json(await loadConnection(deps, shop));
  });
  router.post('/connection/check', async (_req, res) => {
    res.json(await checkStoredKeys(deps, res));
  });
  for (const api of supplierApis) {
    router.delete(`/connection/${api}-key`, async (_req, res) => {
      const shop = shopOf(res);
      await inTransaction(db, async (trx) => {
        if (!(await removeKey(trx, shop, api, now()))) return;
        await saveAudit(trx, shop, {actor: actorOf(res), action: 'key_removed', subject: `${api}-key`}, now());
      });
      res.json(await loadConnection(deps, shop));
    });
  }
  return router;
}

/** The two keys as the API shows them; throws a 404 if the app is not installed. */
async function loadConnection({config, db, sealer}: Deps, shop: ShopDomain): Promise<Connection> {
  const facts = await loadShop(db, shop);
  if (facts === null) throw new Refusal(404, 'not_installed', 'The app is not installed in this store.');
  return toConnection(facts, await loadUnreadableKeys(db, sealer, shop), config.supplier.supportEmail);
}

const supplierApis = ['catalogue', 'dropship'] as const satisfies readonly SupplierApi[];

/**
 * Asks the supplier about the keys that are stored, and stores the answers; a key that was refused before may be accepted again. Throws a
 * 503 when the supplier gives no verdict on one of them, after the verdict on the other is stored.
 */
async function checkStoredKeys(deps: Deps, res: Response): Promise<Connection> {
  const shop = shopOf(res);
  await permitKeyCheck(deps, res, 'keys');
  const before = await loadConnection(deps, shop);
  const checks = await Promise.all(
    supplierApis
      .filter((api) => before[api].state === 'accepted' || before[api].state === 'rejected')
      .map(async (api) => ({api, check: await checkStoredKey(deps, res, api)})),
  );
  await startFirstRunOnceConnected(deps, shop, actorOf(res));
  const unknown = checks.flatMap(({api, check}) => (check?.kind === 'unknown' ? [{api, why: check.why}] : []));
  const [first] = unknown;
  if (first !== undefined) {
    const which = unknown.length > 1 ? 'The keys' : `The ${first.api} key`;
    throw new Refusal(503, 'supplier_unavailable', `${which} could not be checked: ${first.why} Try again.`, 'key');
  }
  return loadConnection(deps, shop);
}

/** Checks one stored key and stores the verdict, unless another key was entered meanwhile. Null: no key is stored any more. */
async function checkStoredKey(deps: Deps, res: Response, api: SupplierApi): Promise<KeyCheck | null> {
  const {db, now, sealer, supplier} = deps;
  const shop = shopOf(res);
  const used = await (api === 'catalogue' ? loadCatalogueKey : loadDropshipKey)(db, sealer, shop);
  if (used === null) return null;
  const check = await (api === 'catalogue' ? verifyCatalogueKey : verifyDropshipKey)(supplier, used);
  if (check.kind === 'unknown') return check;
  const isAccepted = check.kind === 'accepted';
  const becameAccepted = await inTransaction(db, async (trx) => {
    const before = isAccepted
      ? await markKeyAccepted(trx, sealer, shop, {...check, api, used}, now())
      : await markKeyRejected(trx, sealer, shop, {api, used});
    if (before === null || isAccepted === (before === 'accepted')) return false;
    if (isAccepted && api === 'dropship') await makeDueByReason(trx, shop, codesFreedBy('dropship_key'), now());
    const action = isAccepted ? 'key_accepted_again' : 'key_found_refused';
    await saveAudit(trx, shop, {actor: actorOf(res), action, subject: `${api}-key`}, now());
    return isAccepted;
  });
  if (becameAccepted) await enqueueOrLog(deps, () => deps.queues.enqueue('upkeep', {task: 'recheck-open'}));
  return check;
}

/**
 * Counts a check of a key. Checks per minute are limited, so that keys cannot be guessed; above the limit a 429 is thrown, and the audit
 * trail records the first.
 */
async function permitKeyCheck(
  {db, now, rateLimits}: Pick<Deps, 'db' | 'now' | 'rateLimits'>,
  res: Response,
  subject: string,
): Promise<void> {
  const shop = shopOf(res);
  const permit = await rateLimits.keyChecks(shop);
  if (permit.kind !== 'refused') return;
  if (permit.isFirst) {
    await saveAudit(db, shop, {actor: actorOf(res), subject, action: 'key_checks_limited'}, now());
  }
  const message = 'Keys were checked too often in the last minute. Nothing was changed; try again in a minute.';
  throw tooManyRequests(permit.retryAfterSeconds, message, 'key');
}

/**
 * Checks a key with the supplier. Throws a refusal if the supplier does not accept it, and says so if it is the other key. The audit
 * trail records refused keys, but never a key.
 */
async function verifyKey(
  deps: Pick<Deps, 'db' | 'now' | 'rateLimits'>,
  res: Response,
  api: SupplierApi,
  check: () => Promise<KeyCheck>,
  checkOther: () => Promise<KeyCheck>,
): Promise<Extract<KeyCheck, {kind: 'accepted'}>> {
  const subject = `${api}-key`;
  await permitKeyCheck(deps, res, subject);
  const outcome = await check();
  if (outcome.kind !== 'rejected') return requireAccepted(outcome, api);
  await saveAudit(deps.db, shopOf(res), {actor: actorOf(res), subject, action: 'key_refused'}, deps.now());
  if ((await checkOther()).kind === 'accepted') throw swappedKeyRefusal(api);
  return requireAccepted(outcome, api);
}

/** The refusal for a valid key that was entered in the field of the other key. */
function swappedKeyRefusal(api: SupplierApi): Refusal {
  const other = api === 'catalogue' ? 'dropship' : 'catalogue';
  const message = `This is your ${other} key, not the ${api} key. Enter it in the field of the ${other} key.`;
  return new Refusal(422, 'key_swapped', message, 'key');
}

/** The check if the key was accepted; otherwise throws a 422 (rejected) or a 503 (the supplier gave no verdict). */
function requireAccepted(check: KeyCheck, api: SupplierApi): Extract<KeyCheck, {kind: 'accepted'}> {
  switch (check.kind) {
    case 'accepted':
      return check;
    case 'rejected':
      throw new Refusal(
        422,
        'key_rejected',
        `The supplier does not accept this ${api} key. Check that it was copied whole and is the ${api} key; the two are different.`,
        'key',
      );
    case 'unknown':
      throw noVerdictRefusal(check.why);
  }
}

/** The refusal while the supplier gives no verdict on a key. @param why a sentence. */
const noVerdictRefusal = (why: string) =>
  new Refusal(
    503,
    'supplier_unavailable',
    `The key could not be checked: ${why} Nothing was changed; try again.`,
    'key',
  );

/**
 * Starts a full run once both keys are accepted, which reads what the merchant can choose from; not if a run is open or the newest run is
 * done.
 */
async function startFirstRunOnceConnected(deps: Deps, shop: ShopDomain, actor: string): Promise<void> {
  const {db, newId, now, queues} = deps;
  const facts = await loadShop(db, shop);
  if (facts?.catalogueKeyState !== 'accepted' || facts.dropshipKeyState !== 'accepted') return;
  if ((await loadRuns(db, shop, 1)).some(({state}) => state === 'done')) return;
  const run = {id: RunId.parse(newId()), shop, kind: 'full', trigger: 'connected'} as const;
  const {id, isNew} = await saveRunUnlessOpen(db, run, actor, now());
  if (!isNew) return;
  await enqueueOrLog(deps, () => queues.enqueue('sync', {shop, runId: id, kind: 'full', trigger: 'connected'}));
}

/** Enqueues a job, or logs a warning: the row is stored already, so the sweeps start the work later if the queue is down. */
async function enqueueOrLog({log}: Deps, enqueue: () => Promise<void>): Promise<void> {
  try {
    await enqueue();
  } catch (err) {
    log.warn({err}, 'the queue cannot be reached; the sweeps start the work later');
  }
}
