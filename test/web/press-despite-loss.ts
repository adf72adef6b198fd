import type {Locator} from 'playwright-core';
import {expect} from 'vitest';

/**
 * Presses until it happened. The first press on an order that loses money only warns, and which goods lose money differs from run to
 * run; presses in quick succession count as one.
 */
export const pressDespiteLoss = (button: Locator, hasHappened: () => Promise<boolean>): Promise<void> =>
  expect
    .poll(
      async () => {
        if (!(await hasHappened())) await button.click();
        return hasHappened();
      },
      {interval: 700},
    )
    .toBe(true);
