// Shows the field or section that a link names, such as /settings#delayMinutes.
import {type RefObject, useEffect} from 'react';
import {useLocation} from 'react-router';

/**
 * Moves the focus to the field or section that the address names, by its name or its id, once it is drawn. It stays in view while the page
 * is loaded.
 * @param within the section itself, or the form of the field.
 * @param block where in the window it is then.
 */
export function useNamedPlace(within: RefObject<HTMLElement | null>, block: ScrollLogicalPosition): void {
  const {hash} = useLocation();
  useEffect(() => {
    const name = hash.slice(1);
    const place = findPlace(within.current, name);
    if (place === undefined) return;
    // Runs in a timer, after the app has moved the focus to the start of the new page.
    const timer = setTimeout(() => {
      place.focus({preventScroll: true});
      putInView(place, block);
    });
    const stopFollowing = followWhileLoading(place, block);
    return () => {
      clearTimeout(timer);
      stopFollowing();
    };
  }, [hash, within, block]);
}

function findPlace(within: HTMLElement | null, name: string): HTMLElement | undefined {
  if (within === null || name === '') return undefined;
  if (within.id === name) return within;
  return [...within.querySelectorAll<HTMLElement>('[name]')].find((field) => field.getAttribute('name') === name);
}

/**
 * Keeps the place in view until the merchant does something, because content that loads above it moves it. @returns a function that ends
 * this.
 */
function followWhileLoading(place: HTMLElement, block: ScrollLogicalPosition): () => void {
  const events = ['pointerdown', 'wheel', 'touchstart', 'keydown'] as const;
  const observer = new ResizeObserver(() => putInView(place, block));
  const stop = () => {
    observer.disconnect();
    for (const name of events) window.removeEventListener(name, stop);
  };
  observer.observe(document.body);
  for (const name of events) window.addEventListener(name, stop, {passive: true});
  return stop;
}

/**
 * Scrolls without animation, because Polaris sets smooth scrolling, and a second smooth scroll can end the first one before the place is in
 * view.
 */
const putInView = (place: HTMLElement, block: ScrollLogicalPosition): void =>
  place.scrollIntoView({block, behavior: 'instant'});
