// Refuses what would work against a merchant who is leaving: updates and undos, and switching on what is being taken back. What starts an
// update on the way of something else is not refused here: such an update ends at once, and its reason says why (open-run.ts).
import {type RequestHandler, Router} from 'express';
import {departingText} from '#domain/departure/plan-departure.ts';
import {isDeparting} from '../../../db/departures/departures.ts';
import type {Deps} from '../../../deps.ts';
import {Refusal} from '../../refusal.ts';
import {shopOf} from '../../session.ts';

export function refuseWhileLeaving({db}: Pick<Deps, 'db'>): Router {
  const router = Router();
  const check: RequestHandler = async (_req, res, next) => {
    if (await isDeparting(db, shopOf(res))) throw new Refusal(409, 'leaving', departingText);
    next();
  };
  router.post(['/runs', '/runs/:id/undo', '/set-up/trial', '/articles/publish', '/articles/delete'], check);
  router.put(['/fulfilment-service', '/shipping-profile'], check);
  router.post('/shipping-profile/zones/:zone/give-back', check);
  return router;
}
