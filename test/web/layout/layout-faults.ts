// A script for the browser that looks at the layout of the page, the shadow roots of the stand-in elements included.

/** From this width on Shopify draws its elements for a mouse. https://github.com/Shopify/polaris: breakpoint "md" */
const mouseFrom = 768;

/**
 * Heights of Shopify's own elements on a phone, in CSS pixels: an app cannot change them. The look-alike draws them as high
 * (test/sandbox/admin/browser/polaris), from polaris-react/src/components/{Button,TextField,Select,Choice} of
 * https://github.com/Shopify/polaris
 */
const ofShopify = {
  's-button': 32,
  's-press-button': 32,
  's-table': 32,
  's-banner': 20,
  's-modal': 32,
  's-date-field': 36,
  's-text-field': 36,
  's-password-field': 36,
  's-email-field': 36,
  's-search-field': 36,
  's-text-area': 36,
  's-select': 36,
  's-checkbox': 28,
  's-switch': 28,
  's-choice': 28,
};

/** Everything else that is pressed: https://www.w3.org/WAI/WCAG21/Understanding/target-size.html */
const ofOurs = 44;

/**
 * Evaluates to the faults, each as a sentence.
 * @param hasTargets whether the size of what is pressed counts on a phone.
 */
export const findFaults = (hasTargets: boolean): string => `(() => {
  const faults = [];
  const ofShopify = ${JSON.stringify(ofShopify)};
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) faults.push('the page scrolls sideways by ' + (root.scrollWidth - root.clientWidth));

  const all = (node) => [...node.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])]);
  const elements = all(document);
  const parentOf = (node) => node.assignedSlot ?? node.parentNode ?? node.host ?? null;
  const hostOf = (node) => node.getRootNode().host ?? null;
  const above = function* (node) {
    for (let one = parentOf(node); one !== null; one = parentOf(one)) if (one instanceof Element) yield one;
  };
  const textOf = (node) => node.textContent.trim().replace(/\\s+/g, ' ').slice(0, 60);
  // Each text looks at all elements above it, so each answer is kept.
  const once = (look) => {
    const found = new Map();
    return (element) => {
      if (!found.has(element)) found.set(element, look(element));
      return found.get(element);
    };
  };
  const isShown = once((element) => element.checkVisibility({visibilityProperty: true, opacityProperty: true}));
  // Text for screen readers alone is cut to one pixel, or away.
  const isForEars = once((element) => {
    const {clipPath, width} = getComputedStyle(element);
    return clipPath.startsWith('inset(50%') || (width === '1px' && element.clientWidth <= 1);
  });
  const overflowOf = once((element) => getComputedStyle(element).overflowX);
  const scrolls = (element) => /auto|scroll/.test(overflowOf(element));
  const cuts = (element) => /hidden|clip/.test(overflowOf(element));

  ${findTextFaults}
  for (const table of elements.filter((one) => one.localName === 's-table' && isShown(one))) {
    const wide = table.shadowRoot.querySelector('.wide');
    if (wide.scrollWidth > wide.clientWidth + 1) faults.push('a table is wider than its frame by ' + (wide.scrollWidth - wide.clientWidth));
  }
  const banners = elements.filter((one) => one.localName === 's-banner' && isShown(one));
  if (banners.length > 1) faults.push('banners: ' + banners.map((one) => one.getAttribute('heading')).join(' | '));

  // A link within a sentence is as high as its line, and a row may be pressed in place of the link it names.
  const isInSentence = (link) => {
    const block = [...above(link)].find((one) => ['s-paragraph', 's-text', 'p', 's-banner', 'label'].includes(one.localName));
    return block !== undefined && textOf(block) !== textOf(link);
  };
  const rowOf = (element) => {
    const row = element.closest('s-table-row');
    return row !== null && element.id !== '' && row.getAttribute('clickdelegate') === element.id ? row : null;
  };
  const pressable = 'a[href], button, input, select, textarea, summary, [role=button], [role=link]';
  for (const control of ${hasTargets} && innerWidth < ${mouseFrom} ? elements : []) {
    if (!control.matches(pressable) || !isShown(control) || [control, ...above(control)].some(isForEars)) continue;
    const host = hostOf(control) ?? control;
    if (control.localName === 'a' && isInSentence(host)) continue;
    const least = ofShopify[host.localName] ?? ${ofOurs};
    const target = rowOf(host) ?? (host.localName === 's-clickable' ? host : control.closest('.f, label') ?? control);
    const {width, height} = target.getBoundingClientRect();
    const name = '<' + host.localName + '> ' + (control.getAttribute('aria-label') ?? (textOf(host) || host.getAttribute('label')));
    if (Math.min(width, height) < least - 0.5) faults.push('too small for a finger: ' + name + ', ' + Math.round(width) + ' × ' + Math.round(height));
  }
  return [...new Set(faults)];
})()`;

/** Text that is cut off, dates that nothing has formatted, and amounts written otherwise than the page's own. */
const findTextFaults = `for (const element of elements) {
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || node.data.trim() === '' || !isShown(element)) continue;
      if (['STYLE', 'SCRIPT', 'OPTION', 'TEXTAREA'].includes(element.tagName)) continue;
      const around = [element, ...above(element)];
      if (around.some(isForEars)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) {
        const edge = around.find((one) => cuts(one) || scrolls(one) || one.localName === 's-table-cell');
        const box = (edge ?? root).getBoundingClientRect();
        const isCut = (line.right > box.right + 1 || line.left < box.left - 1) && !(edge && scrolls(edge));
        if (isCut) faults.push('text is cut off or runs out of its box: ' + textOf(node));
      }
      // "1 EUR = 0.95 CHF" is a rate.
      const oddAmount = /(?<!= )(?<![\\d.,])\\d[\\d.,]*[.,]\\d\\d\\s?[A-Z]{3}\\b|(^|\\s)-(\\p{Sc}|[A-Z]{3}\\s)\\d/u;
      if (oddAmount.test(node.data)) faults.push('an amount as no page writes it: ' + textOf(node));
      if (/\\b20\\d\\d-\\d\\d-\\d\\d/.test(node.data)) faults.push('a date as a program writes it: ' + textOf(node));
    }
  }`;
