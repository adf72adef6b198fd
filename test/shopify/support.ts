// What the tests of this folder share: a session storage nobody uses, a quiet log.

import {createLog} from '../../server/log.ts';
import type {SessionStorageLike} from '../../server/shopify/app.ts';

const unused = () => Promise.reject(new Error('the session storage is not part of this test'));

export const noSessions: SessionStorageLike = {
  storeSession: unused,
  loadSession: unused,
  deleteSession: unused,
  deleteSessions: unused,
  findSessionsByShop: unused,
};

export const quiet = createLog('silent');
