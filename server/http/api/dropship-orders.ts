import {Router} from 'express';
import {z} from 'zod';
import {DropshipOrderId} from '#domain/ids.ts';
import {dropshipStates} from '#domain/orders/dropship-state.ts';
import {loadDropshipOrder, loadDropshipOrders} from '../../db/dropship-orders.ts';
import type {Deps} from '../../deps.ts';
import type {DropshipOrders} from '../contract.ts';
import {parseInput, Refusal} from '../refusal.ts';
import {shopOf} from '../session.ts';
import {toDropshipOrder} from './answers.ts';

const pageSize = 50;

const State = z.enum(dropshipStates, {error: 'There is no such state.'});
const Query = z.object({
  state: z.union([State.transform((state) => [state]), z.array(State)]).default([]),
  cursor: z.string().max(100).nullable().default(null),
});

export function dropshipOrderRoutes({db}: Pick<Deps, 'db'>): Router {
  const router = Router();
  router.get('/dropship-orders', async (req, res) => {
    const {state, cursor} = parseInput(Query, req.query);
    const page = await loadDropshipOrders(db, shopOf(res), {states: state, cursor, limit: pageSize});
    const answer: DropshipOrders = {orders: page.orders.map(toDropshipOrder), nextCursor: page.nextCursor};
    res.json(answer);
  });
  router.get('/dropship-orders/:id', async (req, res) => {
    const id = DropshipOrderId.safeParse(req.params.id);
    const order = id.success ? await loadDropshipOrder(db, shopOf(res), id.data) : null;
    if (order === null) throw new Refusal(404, 'not_found', 'There is no such dropship order.');
    res.json(toDropshipOrder(order));
  });
  return router;
}
