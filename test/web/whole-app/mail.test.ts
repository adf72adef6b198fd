// The mails by clicking: an address is entered, confirmed and unsubscribed as the merchant reads the mails. The real page, server, workers,
// mail server and both stand-ins.
import type {Browser, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {readMailFrom, readSmtpUrl} from '../../../server/mail/smtp-server.ts';
import {adminFrame} from '../../sandbox/admin/admin-frame.ts';
import {freePort} from '../../sandbox/demo/free-port.ts';
import {until} from '../../sandbox/demo/merchant.ts';
import {mailboxPage} from '../../sandbox/mailbox/page.ts';
import {type Mailbox, startMailbox} from '../../sandbox/mailbox/start.ts';
import {openTestApp, quickestEngine, type TestApp} from '../../support/test-app.ts';
import {browserRuns, openBrowser, suiteName} from '../browser.ts';
import {ensurePageIsBuilt} from '../built-page.ts';
import {expectFits, frameOfApp} from '../layout/expect-fits.ts';

describe.runIf(browserRuns)(suiteName('the mails in the whole app'), () => {
  let browser: Browser;
  let testApp: TestApp;
  let mailbox: Mailbox;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    await ensurePageIsBuilt();
    browser = await openBrowser();
    mailbox = await startMailbox();
    const opened = await openTestApp(quickestEngine, {
      reopens: true,
      supplier: {articles: 4},
      shopify: {
        mount(app, sandbox) {
          app.use(mailboxPage(mailbox));
          app.use(adminFrame({...sandbox, shops: sandbox.shopDomains(), hasMailbox: true}));
        },
      },
    });
    const [server, from, port] = [readSmtpUrl(mailbox.url), readMailFrom('mail@app.example'), await freePort()];
    if (typeof server === 'string' || typeof from === 'string') throw new Error('the mail server has no address');
    testApp = await opened.reopen({mail: {server, from}, host: `http://127.0.0.1:${port}`, port}, true);
    page = await browser.newPage({viewport: {width: 1280, height: 900}});
    page.setDefaultTimeout(30_000);
    page.on('console', (message) => message.type() !== 'log' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await testApp?.close();
    await mailbox?.close();
    expect(complaints, 'the browser console').toEqual([]);
  });

  const app = () => page.frameLocator('#app');
  const seen = (text: string | RegExp) => app().getByText(text).first().waitFor();
  const openMails = () =>
    page.goto(`${testApp.shopify.origin}/admin/${testApp.shop.replace('.myshopify.com', '')}/settings/mail`);
  /** Opens the mailbox, follows a link of the newest mail, and returns the page that it opens. */
  const follow = async (link: RegExp): Promise<Page> => {
    await page.goto(`${testApp.shopify.origin}/sandbox/mailbox`);
    const popup = page.waitForEvent('popup');
    await page.getByRole('link', {name: link}).first().click();
    return popup;
  };
  /** Presses the button of the page behind a link. */
  const press = async (popup: Page, name: string, then: RegExp) => {
    await popup.getByRole('button', {name}).click();
    await popup.getByText(then).waitFor();
    await popup.close();
  };

  test('are switched on, confirmed, read, and stopped by their own link', {timeout: 120_000}, async () => {
    await openMails();
    await app().getByLabel('Send mails to').fill('merchant@shop.example');
    await app().getByLabel('The supplier refuses a key').click();
    await page.getByRole('button', {name: 'Save', exact: true}).click();
    await seen(/The link was sent/);
    await expectFits(page, frameOfApp(page), 'mail-link-sent');
    const confirm = await follow(/\/mail\/confirm\?/);
    await expectFits(confirm, confirm.mainFrame(), 'mail-confirm');
    await press(confirm, 'Confirm this address', /^Confirmed\./);
    await expectFits(page, page.mainFrame(), 'mailbox');
    await openMails();
    await app().getByText('Confirmed', {exact: true}).waitFor();

    await testApp.deps.db.updateTable('shops').set({dropship_key_state: 'rejected'}).execute();
    await testApp.deps.queues.enqueue('upkeep', {task: 'send-mails'});
    await until(
      30_000,
      async () => mailbox.mails().find(({subject}) => subject.includes('refuses your dropship key')) ?? null,
    );
    const connection = await follow(/\/settings\/connection$/);
    await connection.frameLocator('#app').getByText('Connection to the supplier').first().waitFor();
    await connection.close();
    await press(await follow(/\/mail\/unsubscribe\?/), 'Stop the mails', /^Stopped\./);
    await openMails();
    await seen('Stopped by the link in a mail');
    await seen('The supplier refuses a key');
    await page.getByRole('button', {name: 'Sandbox controls', exact: true}).click();
    const mails = page.getByRole('link', {name: 'Read the mails of Piecewise'});
    expect(await mails.getAttribute('href')).toBe('/sandbox/mailbox');
  });
});
