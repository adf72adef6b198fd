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

/**
 * Each violation with the element it is about; none is what a page should have. What it frames is not looked at. Where everything that
 * axe judges by is as it was at the last look at this document, such as at another width, the look would find the same and is left out.
 */
export async function findViolationsIn(frame: Frame): Promise<readonly string[]> {
  if (await frame.evaluate(isAsAtLastLook)) return [];
  if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(axe);
  const {violations} = Findings.parse(
    await frame.evaluate('axe.run(document, {resultTypes: ["violations"], iframes: false, selectors: false})'),
  );
  if (violations.length === 0) await frame.evaluate('window.lastLook = window.thisLook');
  return violations.flatMap(({id, nodes}) => nodes.map(({html}) => `${id}: ${html.slice(0, 200)}`));
}

/**
 * Compares elements, attributes and texts, which of them are shown, their colours, which letters are large, and what scrolls. The
 * attribute `style` is left out: its effect on these counts. Large letters need less contrast: https://www.w3.org/WAI/WCAG21/Understanding/contrast-minimum.html
 */
const isAsAtLastLook = `(() => {
  const all = (node) => [...node.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])]);
  const lookAt = (one) => {
    const {color, backgroundColor, backgroundImage, fontSize, fontWeight, position, clipPath, overflow} = getComputedStyle(one);
    const size = Number.parseFloat(fontSize);
    return [
      one.localName,
      ...[...one.attributes].map(({name, value}) => name !== 'style' && name + '=' + value),
      ...[...one.childNodes].map((child) => child.nodeType === Node.TEXT_NODE && child.data),
      one.checkVisibility({visibilityProperty: true, opacityProperty: true}),
      color, backgroundColor, backgroundImage, position, clipPath,
      size >= 24 || (size >= 18.66 && fontWeight >= 700),
      /auto|scroll/.test(overflow) && [one.scrollWidth > one.clientWidth, one.scrollHeight > one.clientHeight],
    ].join();
  };
  window.thisLook = all(document).map(lookAt).join(' | ');
  return window.lastLook === window.thisLook;
})()`;
