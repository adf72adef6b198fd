// What the console says does not fail a test that expects it, or the next one that opens a page.
import {describe, expect, it} from 'vitest';
import {browserRuns, suiteName} from './browser.ts';
import {seen, useTestPage} from './test-page.ts';

describe.runIf(browserRuns)(suiteName('what the console says'), () => {
  const testPage = useTestPage();
  const complain = () => testPage.page.evaluate(`console.error('a complaint')`);

  it('does not fail a test which expects it', async () => {
    await seen(await testPage.open(), '18,204');
    testPage.expectComplaint(/^a complaint$/);
    await complain();
  });

  it('does not fail a test before it opened its page', async () => {
    expect(testPage.page.url()).toBe('about:blank');
    await complain();
    await seen(await testPage.open(), '18,204');
  });
});
