/** The id of the card of the shipping profile, which the address of Pricing may name. */
export const profilePlace = 'shipping-profile';

/** The id of the closed section with the endings, limits and the zone whose fee is in every price. */
export const limitsPlace = 'rounding-and-limits';

/** The way from the prices to the card of the shipping profile, which is the last of the page. */
export const ToProfile = () => (
  <s-stack direction="inline">
    <s-button onClick={() => goTo(`#${profilePlace}`, 'start')}>Go to the shipping profile</s-button>
  </s-stack>
);

/** Moves the focus to a place of the page and scrolls there. @param block where in the window the place is then. */
export function goTo(selector: string, block: ScrollLogicalPosition): void {
  const place = document.querySelector<HTMLElement>(selector);
  place?.focus({preventScroll: true});
  place?.scrollIntoView({block, behavior: 'instant'});
}
