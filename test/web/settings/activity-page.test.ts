// The page of who did what.
import {describe, expect, test} from 'vitest';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {seen, useTestPage} from '../test-page.ts';

describe.runIf(browserRuns)(suiteName('the page Activity'), () => {
  const testPage = useTestPage();

  test('says once a day, with their number, that someone looked at the same address', async () => {
    const app = await testPage.openAt('/settings/activity', {}, phone);
    await seen(app, 'Colleague 7: saw the delivery address 3 times');
    expect(await app.getByText(/saw the delivery address/).count()).toBe(1);
    await seen(app, 'You: approved the new cost');
  });
});
