// The section of Settings about the supplier's keys: what it says of them, and "Check now".
import {describe, expect, test} from 'vitest';
import {aConnection, anOverview} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {seen, useTestPage} from '../test-page.ts';

describe.runIf(browserRuns)(suiteName('the keys in Settings'), () => {
  const testPage = useTestPage();
  const refused = aConnection({dropship: {state: 'rejected', last4: '07ab', answeredAt: '2026-08-20T02:18:00.000Z'}});

  test('say when each answered last, what the supplier notes, and what to do when one is lost', async () => {
    const app = await testPage.openAt('/settings', {}, phone);
    await seen(app, /^Answered last: /);
    await seen(app, 'The supplier notes: stock is not available · barcodes are not available');
    await seen(app, /revokes it and issues a new one\. Write to/);
    expect(await app.getByText(/^Answered last: /).count()).toBe(2);
    await testPage.expectFits('settings-keys');
  });

  test('are checked at a click; one that is found refused is asked for at once', async () => {
    const app = await testPage.openAt('/settings', {
      connectKey: (name) => {
        expect(name).toBe('check');
        testPage.server.answers.overview = anOverview({connection: refused});
        return refused;
      },
    });
    await app.getByRole('button', {name: 'Check now', exact: true}).click();
    await seen(app, 'No longer accepted');
    await app.getByLabel('New dropship key').waitFor();
  });

  test('stay as they are while the supplier gives no verdict, and the reason stands beside the button', async () => {
    testPage.expectComplaint(/422/);
    const message = 'The catalogue key could not be checked: The supplier did not answer in time. Try again.';
    const app = await testPage.openAt('/settings', {
      connectKey: () => ({error: {code: 'supplier_unavailable', message, field: 'key'}}),
    });
    await app.getByRole('button', {name: 'Check now', exact: true}).click();
    await seen(app, message);
    expect(await app.getByText('Connected', {exact: true}).count()).toBe(2);
  });
});
