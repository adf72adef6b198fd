// The settings as the page reads and saves them, for one shop whose settings are the standard ones before each test.
import {afterAll, beforeAll, beforeEach} from 'vitest';
import {defaultSettings} from '#domain/settings/settings.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {General} from '../../../server/http/contract/settings.ts';
import {type BareApp, openBareApp, pageOf, shop} from '../bare-app.ts';

export const form: General = {
  ...General.parse({...defaultSettings, ...defaultSettings.orders}),
  newProducts: 'active',
  nightlyAt: '03:30',
  sendingPaused: false,
  sendTestOrders: true,
  standingColour: null,
  delayMinutes: 15,
  waitForFraudAnalysis: false,
};

/** One app for the suite it is called in. */
export function useSettingsPage() {
  let app: BareApp;
  beforeAll(async () => {
    app = await openBareApp();
  });
  beforeEach(() => saveSettings(app.deps.db, shop, {}, new Date()));
  afterAll(() => app.close());
  const page = (method: string, path: string, body?: unknown) => pageOf(app)(method, path, body);
  return {
    app: () => app,
    page,
    put: (body: unknown) => page('PUT', '/settings/general', body),
    settings: async () => General.parse((await page('GET', '/settings/general')).json),
  };
}
