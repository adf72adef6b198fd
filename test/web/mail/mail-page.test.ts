// The page of the mails: each state of the address with what is to be done, the choice of events, and what was sent.
import {describe, expect, test} from 'vitest';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {seen, useTestPage} from '../test-page.ts';
import {aMail} from './mail-routes.ts';

const address = '/settings/mail';

describe.runIf(browserRuns)(suiteName('the mails'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  const save = () => testPage.page.getByRole('button', {name: 'Save', exact: true}).click();

  test.each([1280, phone])(
    'shows where they go, about what, and the last ones with their results, at %i px',
    async (width) => {
      const app = await openAt('/settings', {}, width);
      await app
        .getByRole('link', {name: 'Open the mails'})
        .or(app.getByRole('button', {name: 'Open the mails'}))
        .click();
      for (const text of [
        'Confirmed',
        'Sent',
        'May not have arrived',
        'The mail server: Connection closed unexpectedly. Look for it in the mailbox. The next summary names what it was about.',
        'Nothing to report',
      ])
        await seen(app, text);
      expect(await app.getByLabel('Send mails to').inputValue()).toBe('merchant@shop.example');
      await testPage.expectFits(`mail-${width}`);
    },
  );

  test('an address, the events and the hours are saved together, and wrong ones say so', async () => {
    const app = await openAt(address, {mail: aMail({address: 'none', mailAddress: null, last: []})}, phone);
    await seen(app, 'None yet.');
    await app.getByLabel('Hours until an order').fill('many');
    await save();
    await seen(app, 'Enter whole hours, such as 12.');
    await app.getByLabel('Hours until an order').fill('24');
    await app.getByLabel('Send mails to').fill(' me@shop.example ');
    await app.getByLabel('A nightly update failed').click();
    await save();
    await expect
      .poll(() => testPage.server.saved)
      .toEqual([
        {
          mailAddress: 'me@shop.example',
          digest: true,
          unpaid: true,
          key: true,
          brake: false,
          webhooks: false,
          night: true,
          unpaidHours: 24,
        },
      ]);
  });

  test.each([
    ['unconfirmed', {}, 'Open it within three days and press its button.'],
    ['unconfirmed', {link: {state: 'failed', at: null, said: 'no route to the server'}}, 'no route to the server'],
    ['refused', {said: '550 no such user'}, 'The server said: 550 no such user.'],
    ['unsubscribed', {link: {state: 'none', at: null, said: null}}, 'until it is confirmed again'],
  ] as const)('an address that is %s says what to do, and its link is sent again', async (state, rest, text) => {
    const app = await openAt(address, {mail: aMail({address: state, ...rest})}, phone);
    await seen(app, text);
    await testPage.expectFits(`mail-${state}`);
    await app.getByRole('button', {name: 'Send the link again'}).click();
    await seen(app, 'The link is on its way.');
    expect(testPage.server.saved).toEqual(['the link again']);
  });

  test('without a mail server it says that mail is off, and offers no link', async () => {
    const app = await openAt(address, {mail: aMail({isOn: false, address: 'unconfirmed'})}, phone);
    await seen(app, 'Mail is off');
    await seen(app, 'The link is sent once mail is on.');
    expect(await app.getByRole('button', {name: 'Send the link again'}).count()).toBe(0);
    await testPage.expectFits('mail-off');
  });

  test('an address that cannot be read is asked for again', async () => {
    const app = await openAt(address, {mail: aMail({address: 'unreadable', mailAddress: null})}, phone);
    await seen(app, 'The stored address cannot be read');
  });
});
