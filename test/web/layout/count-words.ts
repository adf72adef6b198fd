// Counts what a page shows in words of its own, by comparing what it shows of two things that have no word in common.
import type {Frame} from 'playwright-core';
import {z} from 'zod';

/** All words that are shown, those of Shopify's elements included; a word is what has letters only. */
export async function shownWords(frame: Frame): Promise<readonly string[]> {
  const texts = z.array(z.string()).parse(await frame.evaluate(shownTexts));
  return texts.flatMap((text) => text.toLowerCase().match(/[\p{L}’]+/gu) ?? []);
}

const shownTexts = `(() => {
  const all = (node) => [...node.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])]);
  return all(document.body)
    .filter((one) => !['STYLE', 'SCRIPT', 'OPTION', 'TEXTAREA'].includes(one.tagName) && one.checkVisibility())
    .flatMap((one) => [...one.childNodes].filter(({nodeType}) => nodeType === Node.TEXT_NODE).map(({data}) => data));
})()`;

/** The words that both have, each as often as both have it: the page's own. */
export function sharedWords(one: readonly string[], other: readonly string[]): readonly string[] {
  const left = new Map([...Map.groupBy(other, (word) => word)].map(([word, times]) => [word, times.length]));
  return one.filter((word) => {
    const times = left.get(word) ?? 0;
    left.set(word, times - 1);
    return times > 0;
  });
}
