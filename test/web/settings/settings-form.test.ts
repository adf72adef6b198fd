// What the form of the settings makes of what is typed into it.
import {describe, expect, test} from 'vitest';
import {theSettings} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {seen, useTestPage} from '../test-page.ts';

describe.runIf(browserRuns)(suiteName('the form of the settings'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  type App = Awaited<ReturnType<typeof openAt>>;

  const save = () => testPage.page.getByRole('button', {name: 'Save', exact: true}).click();
  const delay = (app: App) => app.getByLabel('Minutes to wait before an order is sent');
  const nightly = (app: App) => app.getByLabel('Nightly update starts at');

  test('how long orders wait is set and saved', async () => {
    const app = await openAt('/settings', {}, phone);
    const wait = app.getByLabel('Wait for the fraud analysis');
    expect([await delay(app).inputValue(), await wait.isChecked()]).toEqual(['10', true]);
    await delay(app).fill('ten');
    await save();
    await seen(app, 'Enter whole minutes, such as 10, or 0 to send at once.');
    await testPage.expectFits('settings-waiting');
    await delay(app).fill('0');
    await wait.click();
    await save();
    await expect.poll(() => testPage.server.saved).toMatchObject([{delayMinutes: 0, waitForFraudAnalysis: false}]);
  });

  test('every wrong field is marked at once, and the first has the focus', async () => {
    testPage.expectComplaint(/422/);
    const fields = [
      {path: 'standingColour', message: 'This holds characters that cannot be sent.'},
      {path: 'newProducts', message: 'There is no such status.'},
    ];
    const app = await openAt(
      '/settings',
      {refuseSettings: () => ({error: {code: 'invalid_input', message: fields[0]?.message ?? '', fields}})},
      phone,
    );
    await delay(app).fill('much');
    await nightly(app).fill('three');
    await save();
    for (const text of ['Enter whole minutes, such as 10', 'Enter a time like 04:00.']) {
      await app.getByRole('alert').filter({hasText: text}).waitFor();
    }
    await expect.poll(() => app.locator('s-text-field:focus').getAttribute('data-field')).toBe('nightlyAt');
    await testPage.expectFits('settings-errors');
    await delay(app).fill('10');
    await nightly(app).fill('05:00');
    await save();
    await app.getByRole('alert').filter({hasText: 'This holds characters that cannot be sent.'}).waitFor();
    await seen(app, 'There is no such status.');
    await expect.poll(() => app.locator('s-text-field:focus').getAttribute('data-field')).toBe('standingColour');
    expect(testPage.server.saved).toEqual([theSettings({nightlyAt: '05:00'})]);
    const bar = testPage.page.getByText('Unsaved changes');
    expect(await bar.isVisible()).toBe(true);
    await testPage.page.getByRole('button', {name: 'Discard'}).click();
    await bar.waitFor({state: 'hidden'});
    expect(await app.getByLabel('Nightly update starts at').inputValue()).toBe('04:00');
    await app.getByText('Your changes are not saved').waitFor({state: 'detached'});
  });

  /** What another tab would have saved meanwhile. */
  const saveElsewhere = (changes: Parameters<typeof theSettings>[0]) => {
    testPage.server.answers.settings = theSettings(changes);
  };
  const comeBack = (app: App) => app.locator('html').evaluate('window.dispatchEvent(new Event("visibilitychange"))');

  test('the second of two tabs is told what was saved, keeps what was typed, and saves nothing before the merchant decides', async () => {
    testPage.expectComplaint(/409/);
    const app = await openAt('/settings', {}, phone);
    await delay(app).fill('25');
    await app.getByLabel('Colour to order').fill('any');
    saveElsewhere({delayMinutes: 70, nightlyAt: '05:00'});
    await save();
    await seen(app, 'These settings were saved elsewhere while you edited them');
    await seen(app, 'Minutes to wait before an order is sent: saved is 70 min, you have 25 min.');
    await seen(app, 'Nightly update starts at: saved is 05:00, you have 04:00.');
    await seen(app, 'Colour to order where the supplier states none: saved is “as pictured”, you have “any”.');
    expect(testPage.server.saved).toEqual([]);
    expect([await delay(app).inputValue(), await nightly(app).inputValue()]).toEqual(['25', '04:00']);
    await expect.poll(() => app.locator(':focus').getByText('These settings were saved elsewhere').count()).toBe(1);
    await testPage.expectFits('settings-saved-elsewhere');
    // Undecided, another click saves nothing either.
    await save();
    expect(testPage.server.saved).toEqual([]);
    await app.getByRole('button', {name: 'Keep all that you have'}).click();
    await app.getByText('These settings were saved elsewhere').waitFor({state: 'detached'});
    await save();
    const expected = theSettings({delayMinutes: 25, nightlyAt: '04:00', standingColour: 'any'});
    await expect.poll(() => testPage.server.saved).toEqual([expected]);
    await testPage.page.getByText('Unsaved changes').waitFor({state: 'hidden'});
  });

  test('a tab without edits follows what another one saved; with edits it keeps them until what was saved is loaded', async () => {
    const app = await openAt('/settings');
    await seen(app, 'Publishing');
    saveElsewhere({delayMinutes: 70});
    // Once more where the first answer is still on its way when it comes back.
    await expect
      .poll(async () => {
        await comeBack(app);
        return delay(app).inputValue();
      })
      .toBe('70');
    expect(await app.getByText('These settings were saved elsewhere').count()).toBe(0);
    await nightly(app).fill('05:00');
    saveElsewhere({delayMinutes: 80});
    await comeBack(app);
    await seen(app, 'Minutes to wait before an order is sent: saved is 80 min, you have 70 min.');
    expect([await delay(app).inputValue(), await nightly(app).inputValue()]).toEqual(['70', '05:00']);
    await app.getByRole('button', {name: 'Load what was saved'}).click();
    await expect.poll(() => nightly(app).inputValue()).toBe('04:00');
    expect(await delay(app).inputValue()).toBe('80');
    await app.getByText('These settings were saved elsewhere').waitFor({state: 'detached'});
    await testPage.page.getByText('Unsaved changes').waitFor({state: 'hidden'});
  });

  test('the way back, and loading the page again, ask before unsaved edits are lost', async () => {
    const app = await openAt('/orders');
    await seen(app, '#1043');
    await testPage.followMenu('Settings');
    await app.getByLabel('Pause sending').click();
    await testPage.page.getByText('Unsaved changes').waitFor();
    await testPage.page.goBack();
    await testPage.page.getByRole('button', {name: 'Stay'}).click();
    expect(new URL(testPage.page.url()).pathname).toBe('/admin/sandbox/settings');
    expect(await app.getByLabel('Pause sending').isChecked()).toBe(true);
    const asked = testPage.page.waitForEvent('dialog');
    await app.locator('html').evaluate('void setTimeout(() => location.reload())');
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    expect(await app.getByLabel('Pause sending').isChecked()).toBe(true);
    await testPage.page.goBack();
    await testPage.page.getByRole('button', {name: 'Leave page'}).click();
    await seen(app, '#1043');
    await testPage.page.goForward();
    await expect.poll(() => app.getByLabel('Pause sending').isChecked()).toBe(false);
    await testPage.page.goBack();
    await seen(app, '#1043');
  });
});
