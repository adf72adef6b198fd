import type {Browser, Page} from 'playwright-core';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {loadPolarisScript} from '../sandbox/admin/browser-scripts.ts';
import {loadPolarisManifest} from '../sandbox/admin/polaris-manifest.ts';
import {browserRuns, openBrowser, suiteName} from './browser.ts';

test('the list of elements is Shopify’s own', async () => {
  const manifest = await loadPolarisManifest();
  expect(Object.keys(manifest).length).toBeGreaterThan(50);
  expect(manifest['s-button']?.properties).toMatchObject({variant: 'string', loading: 'boolean'});
  expect(manifest['s-modal']?.properties).not.toHaveProperty('showOverlay');
  expect(manifest['s-page']?.slots).toContain('primary-action');
});

describe.runIf(browserRuns)(suiteName('the look-alike is strict'), () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    browser = await openBrowser();
    page = await browser.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    await page.addScriptTag({content: await loadPolarisScript()});
  }, 60_000);
  afterAll(() => browser?.close());
  beforeEach(() => {
    complaints = [];
  });

  const show = async (html: string): Promise<string[]> => {
    await page.evaluate(`document.body.innerHTML = ${JSON.stringify(html)}`);
    // The observer reports after the change; one more turn of the page lets it.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
    return complaints.map((text) => text.replace('[polaris stand-in] ', ''));
  };

  test('what Shopify knows passes in silence', async () => {
    expect(
      await show('<s-page heading="A"><s-button slot="primary-action" variant="primary">B</s-button></s-page>'),
    ).toEqual([]);
  });

  test('an element Shopify does not have is an error', async () => {
    expect(await show('<s-card></s-card>')).toEqual(['unknown element <s-card>']);
  });

  test('an element that is Shopify’s but not drawn here is an error too', async () => {
    expect(await show('<s-color-picker></s-color-picker>')).toEqual([
      "<s-color-picker> is Shopify's, but not drawn in the sandbox yet",
    ]);
  });

  test('a misspelt attribute or slot is an error', async () => {
    expect(await show('<s-page><s-button varient="primary" slot="primaryaction">B</s-button></s-page>')).toEqual([
      '<s-button> has no attribute "varient"',
      '<s-page> has no slot "primaryaction"',
    ]);
  });

  test('a command for an element that is not there is an error', async () => {
    await show('<s-button commandFor="nowhere">B</s-button>');
    await page.getByRole('button', {name: 'B'}).click();
    expect(complaints).toEqual(['[polaris stand-in] commandfor="nowhere": no such element']);
  });
});
