// Opens the sections of a page that are closed at first.
import type {FrameLocator} from 'playwright-core';

/** Opens the closed section with this heading. */
export const openFold = (app: FrameLocator, heading: string): Promise<void> =>
  app.locator('details:not([open]) > summary').filter({hasText: heading}).first().click();

/** Opens all of them, and those within them. */
export async function openAllFolds(app: FrameLocator): Promise<void> {
  const closed = app.locator('details:not([open]) > summary');
  await closed.first().waitFor();
  while ((await closed.count()) > 0) await closed.first().click();
}
