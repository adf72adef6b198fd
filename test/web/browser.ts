// The browser suites run on Debian's Chromium. Where it is missing they are left out by name; in CI that is a failure.
import {existsSync} from 'node:fs';
import {type Browser, chromium} from 'playwright-core';

/** Debian's two builds. The headless shell opens a page in a third of the time: it draws no browser window around it. */
const builds = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = process.env['CHROMIUM'] ?? builds.find((path) => existsSync(path)) ?? '/usr/bin/chromium';

const hasBrowser = existsSync(executablePath);

/** False: no browser here, and none is required. */
export const browserRuns = hasBrowser || process.env['CI'] === 'true';

export const suiteName = (name: string): string =>
  browserRuns ? name : `${name} (left out: there is no Chromium at ${executablePath})`;

/** The width of a phone, where things are cut off first. */
export const phone = 390;
const desktop = 1280;

/** The widths at which each page and state is looked at. A page is opened at one of them; `expectFits` looks at the others too. */
export const widths: readonly number[] =
  process.env['TEST_ENGINES'] === 'all' || process.env['SCREENSHOTS'] !== undefined ? [phone, desktop] : [phone];

export async function openBrowser(): Promise<Browser> {
  if (!hasBrowser) throw new Error(`CI needs Chromium at ${executablePath}: apt-get install chromium-headless-shell`);
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
