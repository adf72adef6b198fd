// A link that names a field or section of Settings shows it, whatever is loaded above it meanwhile.
import {describe, expect, test} from 'vitest';
import {aDropshipOrder} from '../answers.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {theApprovals} from '../decisions/decision-answers.ts';
import {useTestPage} from '../test-page.ts';

const delayed = {state: 'waiting', reasonCode: 'delayed', reason: 'It waits.', ref: null, checkoutUrl: null} as const;
const answers = {
  orders: [aDropshipOrder(delayed)],
  approvals: theApprovals({held: [{code: 'on_request', count: 1}]}),
};

describe.runIf(browserRuns)(suiteName('a named place of Settings'), () => {
  const testPage = useTestPage();

  test.each([
    {what: 'field', from: '/orders', link: 'Open Settings for #1042', place: '[name="delayMinutes"]'},
    {what: 'section', from: '/decisions', link: 'Open Settings: Price on request', place: '#prices-on-request'},
  ])('a $what that a link names stays in view while what is above it is loaded', async ({from, link, place}) => {
    const app = await testPage.openAt(from, answers, 390);
    await app.getByRole('link', {name: link}).click();
    await app.locator(`${place}:focus`).waitFor();
    const root = app.locator('html');
    // Polaris sets it; a scroll that takes time can be ended by the next one.
    expect(await root.evaluate('getComputedStyle(document.documentElement).scrollBehavior')).toBe('smooth');
    const distanceFromMiddle = await root.evaluate(`new Promise((done) => {
      requestAnimationFrame(() => requestAnimationFrame(() => {
        const {top, bottom} = document.querySelector('${place}').getBoundingClientRect();
        done(Math.abs(top + bottom - innerHeight) / 2);
      }));
    })`);
    expect(distanceFromMiddle).toBeLessThan(100);
    const inView = () =>
      root.evaluate(`(() => {
        const {top, bottom} = document.querySelector('${place}').getBoundingClientRect();
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
