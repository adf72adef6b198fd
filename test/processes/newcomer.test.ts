// A new merchant with a store in francs who has only the address that the empty demo prints, and who clicks: from no keys to ten products
// on sale, a paid dropship order, and everything in the store.
import type {Browser, FrameLocator, Locator, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {browserRuns, openBrowser, suiteName} from '../web/browser.ts';
import {pressDespiteLoss} from '../web/press-despite-loss.ts';
import {type Child, said, start} from './child.ts';

describe.runIf(browserRuns)(suiteName('a newcomer at the empty demo'), () => {
  let demo: Child;
  let browser: Browser;
  let page: Page;
  let admin: string;
  let app: FrameLocator;
  const complaints: string[] = [];

  beforeAll(async () => {
    demo = start('test/sandbox/demo/main.ts', {}, ['--empty', '--currency', 'CHF', '--articles', '60']);
    browser = await openBrowser();
    page = await browser.newPage({viewport: {width: 1280, height: 900}});
    page.setDefaultTimeout(60_000);
    listenTo(page);
    app = page.frameLocator('#app');
    admin = await said(demo, /^Open (http\S+)$/m);
    await page.goto(admin);
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    expect(await demo?.stop('SIGINT')).toBe(0);
  });

  const listenTo = (opened: Page) => {
    opened.on('console', (message) => message.type() !== 'log' && complaints.push(message.text()));
    opened.on('pageerror', (error) => complaints.push(error.message));
  };
  const followMenu = (label: string) =>
    page.getByRole('navigation').getByRole('link', {name: label, exact: true}).click();
  const inNewTab = async (click: () => Promise<void>): Promise<Page> => {
    const [opened] = await Promise.all([page.waitForEvent('popup'), click()]);
    listenTo(opened);
    await opened.waitForLoadState();
    return opened;
  };
  /** Of any other product the supplier asks for details that the merchant has to enter first. */
  const chooseWithColourAndSize = async () => {
    const products = page.locator('#shopper-order select[name="product"]');
    const variants = page.locator('#shopper-order select[name="variant"] option');
    for (let index = 0; index < (await products.locator('option').count()); index += 1) {
      await products.selectOption({index});
      if ((await variants.first().textContent())?.split(' · ').length === 3) return;
    }
    throw new Error('no product has a colour and a size');
  };
  /** What set-up asks of the merchant: what is pressed or ticked in the app, and what is typed into its fields. */
  const asked = {clicks: 0, fields: 0};
  const press = async (target: Locator) => {
    asked.clicks += 1;
    await target.click();
  };
  const enter = async (label: string, text: string) => {
    asked.fields += 1;
    await app.getByLabel(label).fill(text);
  };
  const openControls = () => page.getByRole('button', {name: 'Sandbox controls', exact: true}).click();

  it('gets both keys from the supplier and connects them', {timeout: 120_000}, async () => {
    await app.getByText('0 of 6 steps done').waitFor();
    await press(app.getByRole('link', {name: 'Continue set-up'}));
    await openControls();
    const supplier = await inNewTab(() => page.getByRole('link', {name: 'Get keys from the supplier'}).click());
    for (const label of ['Catalogue key', 'Dropship key']) {
      await supplier.getByRole('button', {name: `Issue a ${label.toLowerCase()}`}).click();
      const key = await supplier.getByRole('textbox', {name: label}).inputValue();
      await enter(label, key);
      await press(app.getByRole('button', {name: 'Connect', exact: true}).first());
      await page.getByText(`${label} connected`).waitFor();
    }
    await supplier.close();
    await app.getByText('1 of 6 steps done').waitFor();
  });

  /** Each save has one of its own. */
  const untilNoToast = () => expect.poll(() => page.getByText('Saved', {exact: true}).count()).toBe(0);

  it('chooses everything, and sets the rate and the VAT of the store', {timeout: 120_000}, async () => {
    await app.getByRole('checkbox').last().waitFor();
    for (const box of await app.locator('s-checkbox').getByRole('checkbox').all()) await box.check();
    // One brand is enough: the others are ticked for what comes later.
    asked.clicks += 1;
    await app.getByText(/^\d+ articles are chosen/).waitFor();
    await press(app.getByRole('button', {name: 'Save and go on'}));
    await app.getByText('2 of 6 steps done').waitFor();
    // The supplier is asked about the sizes without a further click.
    await app
      .getByText(/chosen articles state no size and have no answer yet: how shall they be ordered\?$/)
      .waitFor({timeout: 60_000});
    await press(app.getByRole('link', {name: 'Answer later'}));
    await app.getByText('How many CHF is one euro?').waitFor();
    await app.getByText('The supplier does not deliver to Switzerland, where your store is').waitFor();
    await enter('1 EUR in your currency', '0,95');
    await enter('VAT contained in your prices', '19');
    await press(app.getByRole('button', {name: 'Save and go on'}));
    await app.getByText('Prices that lose money on one piece, worst first').waitFor();
    await press(app.getByRole('button', {name: 'Save these changes'}));
    await app.getByRole('button', {name: 'Put ten products into my store'}).waitFor();
  });

  it('tries ten products, which are on sale, and nothing else is in the store', {timeout: 120_000}, async () => {
    await untilNoToast();
    await press(app.getByText('Active products, on sale at once'));
    await page.getByText('Saved', {exact: true}).waitFor();
    await press(app.getByRole('button', {name: 'Put ten products into my store'}));
    await app.getByText('10 of 10 products in your store').waitFor({timeout: 90_000});
    await app.getByText('4 of 6 steps done').waitFor();
    await app
      .getByText(/^CHF\s[\d,.]+, costs you €[\d,.]+$/)
      .first()
      .waitFor();
    expect(await app.getByRole('link', {name: /^Open in Shopify: /}).count()).toBe(10);
    expect(await app.getByText('The supplier states no').count()).toBe(0);
    await untilNoToast();
    // A new shop waits ten minutes.
    await followMenu('Settings');
    await app.getByLabel('Minutes to wait before an order is sent').fill('0');
    await page.getByRole('button', {name: 'Save'}).click();
    await page.getByText('Saved', {exact: true}).waitFor();
  });

  it('lets a shopper order, pays at the supplier’s checkout, and says so', {timeout: 120_000}, async () => {
    // The panel reads the products when it is opened.
    await page.getByRole('button', {name: 'Close the sandbox controls'}).click();
    await openControls();
    await page.getByText('10 products on sale').waitFor();
    await chooseWithColourAndSize();
    await page.getByRole('button', {name: 'Place the store order'}).click();
    await page.getByText('#1001 is placed. Shopify tells the app.').waitFor();
    await page.getByRole('button', {name: 'Close the sandbox controls'}).click();

    await followMenu('Orders');
    // Opened before the order has arrived, the page looks again after thirty seconds.
    await app.getByRole('link', {name: /^Open #1001/}).click({timeout: 60_000});
    await app.getByText('Beispielweg 12').waitFor();
    const opener = app.locator('s-button').filter({hasText: 'Open checkout'});
    const tabs = page.context().pages().length;
    const checkout = await inNewTab(() => pressDespiteLoss(opener, async () => page.context().pages().length > tabs));
    const address = {Name: 'Frieda Muster', Street: 'Beispielweg 12', Postcode: '30159', City: 'Hannover'};
    for (const [label, line] of Object.entries(address)) await checkout.getByLabel(label).fill(line);
    await checkout.getByRole('button', {name: /^Pay €/}).click();
    await checkout.getByText('Thank you. The order is paid and will be dispatched.').waitFor();
    await checkout.close();

    const undo = app.getByRole('button', {name: /^Undo/});
    await pressDespiteLoss(app.getByRole('button', {name: /^I paid it/}), async () => (await undo.count()) > 0);
    await app.getByText('marked it as paid').waitFor();
    await app.getByRole('link', {name: 'Open the order in Shopify'}).click();
    await page.waitForURL(/\/store\/[^/]+\/orders\/\d+$/);
    await page.getByRole('heading', {name: 'Order #1001'}).waitFor();
  });

  it('puts everything else into the store, and closes the note that set-up is done', {timeout: 120_000}, async () => {
    await page.goto(admin);
    await press(app.getByRole('link', {name: 'Continue set-up'}));
    await app.getByText(/updates that start by themselves create no product/).waitFor();
    await press(app.getByRole('button', {name: 'Put everything into the store'}));
    await app.getByRole('heading', {name: 'All set up'}).waitFor({timeout: 90_000});
    await press(app.getByRole('button', {name: 'Close'}));
    await app.getByRole('heading', {name: 'All set up'}).waitFor({state: 'detached'});
    await page.getByRole('navigation').getByRole('link', {name: 'Set-up'}).waitFor({state: 'detached'});
    await openControls();
    await page.getByText(/[2-6]\d products on sale/).waitFor();
  });

  it('with thirteen clicks and four fields in all', () => {
    expect(asked).toEqual({clicks: 13, fields: 4});
  });

  it('and the browser console has nothing to complain of', () => {
    expect(complaints).toEqual([]);
  });
});
