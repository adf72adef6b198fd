// What a visitor does to the supplier, from the frame of the admin: the list, the keys, the whole service.
import express, {type Response, type Router} from 'express';
import {z} from 'zod';
import type {SupplierSandbox} from '../supplier/start.ts';

export type ControlledSupplier = Pick<
  SupplierSandbox,
  'url' | 'keys' | 'setKeyRevoked' | 'setDown' | 'isDown' | 'catalogue'
>;

const Down = z.object({down: z.boolean()});
const Revoked = z.object({revoked: z.boolean()});
const Percent = z.object({percent: z.int().min(0).max(100)});

/** Routes under `/sandbox/api/supplier`; each answers with what is then so. */
export function supplierControls(supplier: ControlledSupplier): Router {
  const router = express.Router();
  const list = openList(supplier.catalogue);
  const refuse = (response: Response, error: string) => void response.status(400).json({error});
  const show = (response: Response) => {
    const {listed, leftOut} = list.counts();
    response.json({url: supplier.url, down: supplier.isDown(), listed, leftOut, keys: supplier.keys()});
  };
  router.use(express.json());
  router.get('/', (_request, response) => show(response));
  router.post('/down', async ({body}, response) => {
    const asked = Down.safeParse(body);
    if (!asked.success) return refuse(response, 'Say whether the supplier is down: true or false.');
    await supplier.setDown(asked.data.down);
    show(response);
  });
  router.post('/keys/:id', ({params: {id}, body}, response) => {
    const asked = Revoked.safeParse(body);
    if (!asked.success) return refuse(response, 'Say whether the key is revoked: true or false.');
    if (!supplier.keys().some((key) => key.id === id)) return refuse(response, 'There is no such key.');
    supplier.setKeyRevoked(id, asked.data.revoked);
    show(response);
  });
  router.post('/list', ({body}, response) => {
    const asked = Percent.safeParse(body);
    if (!asked.success) return refuse(response, 'The share to leave out is a whole number from 0 to 100.');
    list.leaveOut(asked.data.percent);
    show(response);
  });
  return router;
}

/** Leaves articles out of the list of what can be bought singly, spread over all of it. What others took off stays off. */
function openList(catalogue: SupplierSandbox['catalogue']) {
  let ours: readonly string[] = [];
  return {
    counts: () => ({listed: catalogue.listed().length, leftOut: ours.length}),
    leaveOut(percent: number) {
      for (const id of ours) if (catalogue.get(id) !== undefined) catalogue.restore(id);
      const before = (count: number) => Math.floor((count * percent) / 100);
      ours = catalogue.listed().flatMap(({id}, at) => (before(at + 1) > before(at) ? [id] : []));
      for (const id of ours) catalogue.withdraw(id);
    },
  };
}
