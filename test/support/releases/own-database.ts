// An empty database on the test server, without the newest schema: a released program is the first to migrate it.
import {randomUUID} from 'node:crypto';
import {onTestServer, urlOf} from '../reused-databases.ts';

export type OwnDatabase = {readonly url: string; readonly drop: () => Promise<unknown>};

export async function createOwnDatabase(): Promise<OwnDatabase> {
  const name = `piecewise_release_${randomUUID().slice(0, 8)}`;
  await onTestServer(`create database ${name}`);
  return {url: urlOf(name), drop: () => onTestServer(`drop database ${name} with (force)`)};
}
