// Shopify's sessions, sealed. The interface is Shopify's SessionStorage. The caller supplies the conversion between session and
// properties, so this file loads no Shopify package.
import type {Kysely} from 'kysely';
import {z} from 'zod';
import type {ShopDomain} from '#domain/ids.ts';
import {openOrNull, type Sealer} from '../../sealing.ts';
import type {Tables} from '../tables/tables.ts';

/** What the storage reads of a session itself. */
type StoredSession = {
  readonly id: string;
  readonly shop: string;
  readonly isOnline: boolean;
  readonly expires?: Date | undefined;
};
/** A session as names and values. */
type SessionProperties = [string, string | number | boolean][];

/** Converts a session to its properties and back. */
export type SessionConversion<S> = {
  readonly toProperties: (session: S) => SessionProperties;
  readonly fromProperties: (properties: SessionProperties) => S;
};

/** Shopify's interface of a session storage. */
export type SessionStorage<S> = {
  storeSession(session: S): Promise<boolean>;
  loadSession(id: string): Promise<S | undefined>;
  deleteSession(id: string): Promise<boolean>;
  deleteSessions(ids: string[]): Promise<boolean>;
  findSessionsByShop(shop: string): Promise<S[]>;
};

const SessionPayload = z.array(z.tuple([z.string(), z.union([z.string(), z.number(), z.boolean()])]));

/** The storage, with the time at which a session was stored. */
export type DatedSessionStorage<S> = SessionStorage<S> & {
  /** Loads the session, and when it was last stored; undefined: there is none. Throws if it cannot be opened. */
  loadDatedSession(id: string): Promise<{readonly session: S; readonly storedAt: Date} | undefined>;
};

/** Creates the storage on the table `sessions`. A session that no longer opens makes its reading throw. */
export function createSessionStorage<S extends StoredSession>(
  db: Kysely<Tables>,
  sealer: Sealer,
  form: SessionConversion<S>,
  now: () => Date,
): DatedSessionStorage<S> {
  const open = (row: {id: string; shop: string; payload_sealed: string}): S => {
    const text = sealer.open(row.payload_sealed, placeOfSession(row));
    return form.fromProperties(SessionPayload.parse(JSON.parse(text)));
  };
  const selectOpenable = () => db.selectFrom('sessions').select(['id', 'shop', 'payload_sealed']);
  return {
    async storeSession(session) {
      const {id, shop, isOnline, expires} = session;
      const row = {
        shop,
        is_online: isOnline,
        payload_sealed: sealer.seal(JSON.stringify(form.toProperties(session)), placeOfSession({shop, id})),
        expires_at: expires ?? null,
        updated_at: now(),
      };
      await db
        .insertInto('sessions')
        .values({id, ...row})
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
      return true;
    },
    async loadSession(id) {
      const row = await selectOpenable().where('id', '=', id).executeTakeFirst();
      return row && open(row);
    },
    async loadDatedSession(id) {
      const row = await selectOpenable().select('updated_at').where('id', '=', id).executeTakeFirst();
      return row && {session: open(row), storedAt: row.updated_at};
    },
    async deleteSession(id) {
      await db.deleteFrom('sessions').where('id', '=', id).execute();
      return true;
    },
    async deleteSessions(ids) {
      if (ids.length > 0) await db.deleteFrom('sessions').where('id', 'in', ids).execute();
      return true;
    },
    async findSessionsByShop(shop) {
      return (await selectOpenable().where('shop', '=', shop).orderBy('id').execute()).map(open);
    },
  };
}

/** Whether the shop has a stored session that no longer opens. Without a readable session the app cannot call the store. */
export async function hasUnreadableSession(db: Kysely<Tables>, sealer: Sealer, shop: ShopDomain): Promise<boolean> {
  const rows = await db.selectFrom('sessions').select(['id', 'payload_sealed']).where('shop', '=', shop).execute();
  return rows.some(({id, payload_sealed: sealed}) => openOrNull(sealer, sealed, placeOfSession({shop, id})) === null);
}

/** Binds a sealed payload to its shop and session: it does not open as the payload of another session. */
export const placeOfSession = ({shop, id}: {readonly shop: string; readonly id: string}) => ({
  shop,
  column: `sessions.payload ${id}`,
});
