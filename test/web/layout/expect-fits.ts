// What every page and state must pass in the browser, at every width.
import type {Frame, Page} from 'playwright-core';
import {expect} from 'vitest';
import {z} from 'zod';
import {widths} from '../browser.ts';
import {findViolationsIn} from './axe.ts';
import {findFaults} from './layout-faults.ts';

/** The frame with the app's page inside the admin. */
export function frameOfApp(page: Page): Frame {
  const frame = page.frames().find((one) => one !== page.mainFrame());
  if (frame === undefined) throw new Error('There is no frame to look at.');
  return frame;
}

/**
 * Fails when what is shown scrolls sideways, cuts text off, has a target of the app too small for a finger on a phone or more than
 * one banner, or when axe finds something. It looks at the width of the window, then at the other `widths`, and leaves the window as it
 * was. With SCREENSHOTS a picture is kept under this name and each width.
 */
export const expectFits = (page: Page, frame: Frame, picture: string): Promise<void> =>
  expectAtEachWidth(page, frame, picture, async (at) => expect(await findViolationsIn(frame), at).toEqual([]));

/** The same without axe: for a page that axe looks at elsewhere, and finds the same. */
export const expectLaidOut = (page: Page, frame: Frame, picture: string): Promise<void> =>
  expectAtEachWidth(page, frame, picture, async () => {});

type Further = (at: string) => Promise<void>;

async function expectAtEachWidth(page: Page, frame: Frame, picture: string, further: Further): Promise<void> {
  const own = page.viewportSize();
  if (own === null) throw new Error('The window has no size.');
  await expectHere(page, frame, picture, further);
  const others = widths.length > 1 ? widths.filter((width) => width !== own.width) : [];
  for (const width of others) {
    await resize(page, frame, {...own, width});
    await expectHere(page, frame, picture, further);
  }
  if (others.length > 0) await resize(page, frame, own);
}

async function resize(page: Page, frame: Frame, size: {width: number; height: number}): Promise<void> {
  await page.setViewportSize(size);
  // Laid out and drawn once at the new width.
  await frame.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

async function expectHere(page: Page, frame: Frame, picture: string, further: Further): Promise<void> {
  // A picture also of what fails.
  await keepPicture(page, frame, picture);
  // The stand-ins' own pages are no part of the product.
  const isOfApp = frame !== page.mainFrame();
  const at = `at ${page.viewportSize()?.width} px`;
  expect(z.array(z.string()).parse(await frame.evaluate(findFaults(isOfApp))), at).toEqual([]);
  await further(at);
}

async function keepPicture(page: Page, frame: Frame, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  const size = page.viewportSize();
  if (folder === undefined || size === null) return;
  // A frame does not grow with what it holds, so the window does.
  const hidden = Number(await frame.evaluate('document.documentElement.scrollHeight - innerHeight'));
  if (frame !== page.mainFrame()) await page.setViewportSize({...size, height: size.height + Math.max(0, hidden)});
  await page.screenshot({path: `${folder}/${name}-${size.width}.png`, fullPage: true});
  await page.setViewportSize(size);
}
