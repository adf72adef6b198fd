/** Moves the focus to a place of the page and scrolls there. @param block where in the window the place is then. */
export function goTo(selector: string, block: ScrollLogicalPosition): void {
  const place = document.querySelector<HTMLElement>(selector);
  place?.focus({preventScroll: true});
  place?.scrollIntoView({block, behavior: 'instant'});
}

/** The id of the card of the shipping profile, which other pages link to. */
export const profilePlace = 'shipping-profile';
