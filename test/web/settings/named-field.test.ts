// A link that names a field of Settings shows it, whatever is loaded above it meanwhile.
import {describe, expect, test} from 'vitest';
import {aDropshipOrder} from '../answers.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {useTestPage} from '../test-page.ts';

describe.runIf(browserRuns)(suiteName('a named field of Settings'), () => {
  const testPage = useTestPage();

  test('a field that a link names stays in view while what is above it is loaded', async () => {
    const waiting = {
      state: 'waiting',
      reasonCode: 'delayed',
      reason: 'It waits.',
      ref: null,
      checkoutUrl: null,
    } as const;
    const app = await testPage.openAt('/orders', {orders: [aDropshipOrder(waiting)]}, 390);
    await app.getByRole('link', {name: 'Open Settings for #1042'}).click();
    await app.locator('s-text-field[name="delayMinutes"]:focus').waitFor();
    const root = app.locator('html');
    // Polaris sets it; a scroll that takes time can be ended by the next one.
    expect(await root.evaluate('getComputedStyle(document.documentElement).scrollBehavior')).toBe('smooth');
    const distanceFromMiddle = await root.evaluate(`new Promise((done) => {
      requestAnimationFrame(() => requestAnimationFrame(() => {
        const {top, bottom} = document.querySelector('[name="delayMinutes"]').getBoundingClientRect();
        done(Math.abs(top + bottom - innerHeight) / 2);
      }));
    })`);
    expect(distanceFromMiddle).toBeLessThan(100);
    const inView = () =>
      root.evaluate(`(() => {
        const {top, bottom} = document.querySelector('[name="delayMinutes"]').getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      })()`);
    const put = (height: number) =>
      root.evaluate(`(() => {
        const late = document.createElement('div');
        late.style.height = '${height}px';
        document.querySelector('form').prepend(late);
      })()`);
    // Chromium keeps in view what was scrolled to; not every browser does, and none does at the top of a page.
    await root.evaluate('document.documentElement.style.overflowAnchor = document.body.style.overflowAnchor = "none"');
    await expect.poll(inView).toBe(true);
    await put(900);
    await expect.poll(inView).toBe(true);
    await root.evaluate('window.dispatchEvent(new Event("wheel"))');
    await put(1_800);
    await expect.poll(inView).toBe(false);
  });
});
