// A link can name the field it is about: /settings#delayMinutes.
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
    // After the focus has been moved to the start of the new page.
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

/** Content that loads above the field moves the field. Keeps it in view until the merchant does something. */
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

/** At once: Polaris sets smooth scrolling, and a second smooth scroll can end the first one before the field is in view. */
const putInView = (field: HTMLElement): void => field.scrollIntoView({block: 'center', behavior: 'instant'});
