// The page of who did what.
import {describe, expect, test} from 'vitest';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {seen, useTestPage} from '../test-page.ts';
import {anActivity} from './activity-answers.ts';

describe.runIf(browserRuns)(suiteName('the page Activity'), () => {
  const testPage = useTestPage();

  test('says once a day, with their number, that someone looked at the same address', async () => {
    const app = await testPage.openAt('/settings/activity', {}, phone);
    await seen(app, 'Colleague 7: saw the delivery address 3 times');
    expect(await app.getByText(/saw the delivery address/).count()).toBe(1);
    await seen(app, 'You: approved the new cost');
  });

  test.each([1280, phone])(
    'shows the beginning of a long value, and the whole of it on a press, at %i px',
    async (width) => {
      const [entry] = anActivity.entries.filter(({action}) => action === 'cost_approved');
      const after = `${'Aldermoor, '.repeat(30)}the last one`;
      const json = {...anActivity, entries: [{...entry, after}]};
      const app = await testPage.openAt('/settings/activity', {}, width, async (page) => {
        await page.route('**/api/audit*', (route) => route.fulfill({json}));
      });
      await seen(app, /^Aldermoor, .*…$/);
      await app.getByRole('button', {name: /^Show all: After, Fjordline knit jumper, /}).click();
      await seen(app, /the last one$/);
      await testPage.expectFits('activity-long');
    },
  );
});
