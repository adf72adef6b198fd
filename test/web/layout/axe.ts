// axe-core looks at the page in the frame, the shadow roots of the stand-in elements included.
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import type {Frame} from 'playwright-core';
import {z} from 'zod';

const Findings = z.object({
  violations: z.array(z.object({id: z.string(), nodes: z.array(z.object({html: z.string()}))})),
});

/** The shorter of the two builds: the browser reads it for every page that is looked at. */
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Each violation with the element it is about; none is what a page should have. What it frames is not looked at. */
export async function findViolationsIn(frame: Frame): Promise<readonly string[]> {
  if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(axe);
  const {violations} = Findings.parse(
    await frame.evaluate('axe.run(document, {resultTypes: ["violations"], iframes: false, selectors: false})'),
  );
  return violations.flatMap(({id, nodes}) => nodes.map(({html}) => `${id}: ${html.slice(0, 200)}`));
}
