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
    complaints = [];
    await page.evaluate(`document.body.innerHTML = ${JSON.stringify(html)}`);
    // The observer reports after the change; one more turn of the page lets it.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
    return [...new Set(complaints.map((text) => text.replace('[polaris stand-in] ', '')))];
  };

  test('what Shopify knows passes in silence', async () => {
    expect(
      await show('<s-page heading="A"><s-button slot="primary-action" variant="primary">B</s-button></s-page>'),
    ).toEqual([]);
  });

  test('an element Shopify does not have is an error', async () => {
    expect(await show('<s-card></s-card>')).toEqual(['unknown element <s-card>']);
  });

  test('every element of Shopify’s list is drawn', async () => {
    const tags = Object.keys(await loadPolarisManifest());
    expect(await show(tags.map((tag) => `<${tag}></${tag}>`).join(''))).toEqual([]);
  });

  test('a value that Shopify’s list does not name is an error, in one word or one of several', async () => {
    expect(
      await show('<s-badge tone="danger">A</s-badge><s-button variant="primary" tone="loud">B</s-button>'),
    ).toEqual(['<s-badge> knows no tone "danger"', '<s-button> knows no tone "loud"']);
    expect(
      await show(
        '<s-stack paddingBlockStart="small" direction="@container (inline-size > 500px) inline, block"></s-stack>',
      ),
    ).toEqual([]);
  });

  test('an icon that Shopify does not have, or that is not drawn, is an error', async () => {
    expect(await show('<s-icon type="unicorn"></s-icon>')).toEqual([
      '<s-icon> knows no type "unicorn"',
      'the icon "unicorn" is not drawn in the sandbox yet',
    ]);
    expect(await show('<s-button icon="airplane">A</s-button>')).toEqual([
      'the icon "airplane" is not drawn in the sandbox yet',
    ]);
  });

  test('a menu opens from its button and closes with what is chosen; a tooltip is shown while the pointer is there', async () => {
    await show(
      '<s-button commandFor="m">More</s-button><s-menu id="m"><s-button>Copy</s-button></s-menu><s-button interestFor="t">Why</s-button><s-tooltip id="t">Because.</s-tooltip>',
    );
    await page.getByRole('button', {name: 'More'}).click();
    await page.getByRole('button', {name: 'Copy'}).click();
    expect(await page.getByRole('button', {name: 'Copy'}).isVisible()).toBe(false);
    await page.getByRole('button', {name: 'Why'}).hover();
    expect(await page.getByText('Because.').isVisible()).toBe(true);
    await page.mouse.move(700, 500);
    expect(await page.getByText('Because.').isVisible()).toBe(false);
    expect(complaints).toEqual([]);
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
