// The stand-in's page of apps, where a visitor removes the app and installs it again.
import type {Browser} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Sandbox, startSandbox} from '../../sandbox/start.ts';
import {browserRuns, openBrowser, suiteName} from '../browser.ts';

describe.runIf(browserRuns)(suiteName('the apps of the stand-in'), () => {
  let browser: Browser;
  let sandbox: Sandbox;
  beforeAll(async () => {
    browser = await openBrowser();
    sandbox = await startSandbox({articles: 60});
    sandbox.shopify.setAppUrl('http://127.0.0.1:9');
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });

  test('the app is removed there, and installed again', async () => {
    const {shopify, shop} = sandbox;
    const page = await browser.newPage();
    await page.goto(`${shopify.origin}/`);
    await page.getByRole('link', {name: /^Apps/}).click();
    await page.getByRole('button', {name: 'Uninstall'}).click();
    await page.getByText('Piecewise was removed.').waitFor();
    expect(shopify.shop(shop).isInstalled()).toBe(false);
    await page.getByRole('button', {name: 'Install', exact: true}).click();
    await page.getByText('Piecewise is installed. Open it.').waitFor();
    expect(shopify.shop(shop).isInstalled()).toBe(true);
  });
});
