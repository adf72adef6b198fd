// Focuses the field that a link names, such as /settings#delayMinutes.
import {type RefObject, useEffect} from 'react';
import {useLocation} from 'react-router';

/** Moves the focus to the field that the address names, once the form is there. */
export function useFocusOnNamedField(form: RefObject<HTMLFormElement | null>): void {
  const {hash} = useLocation();
  useEffect(() => {
    const name = hash.slice(1);
    const fields = [...(form.current?.querySelectorAll<HTMLElement>('[name]') ?? [])];
    const field = fields.find((one) => one.getAttribute('name') === name);
    if (field === undefined) return;
    // Runs in a timer, after the app has moved the focus to the start of the new page.
    const show = () => {
      field.focus({preventScroll: true});
      putInView(field);
    };
    const timer = setTimeout(show);
    const stopFollowing = followWhileLoading(form.current, field);
    return () => {
      clearTimeout(timer);
      stopFollowing();
    };
  }, [hash, form]);
}

/**
 * Keeps the field in view until the merchant does something, because content that loads above it moves it. @returns a function that ends
 * this.
 */
function followWhileLoading(form: HTMLElement | null, field: HTMLElement): () => void {
  const events = ['pointerdown', 'wheel', 'touchstart', 'keydown'] as const;
  const observer = new ResizeObserver(() => putInView(field));
  const stop = () => {
    observer.disconnect();
    for (const name of events) window.removeEventListener(name, stop);
  };
  if (form !== null) observer.observe(form);
  for (const name of events) window.addEventListener(name, stop, {passive: true});
  return stop;
}

/**
 * Scrolls without animation, because Polaris sets smooth scrolling, and a second smooth scroll can end the first one before the field is in
 * view.
 */
const putInView = (field: HTMLElement): void => field.scrollIntoView({block: 'center', behavior: 'instant'});
