// Keeps the keyboard's place on the page.
import {useEffect, useRef} from 'react';

/**
 * A place that gets the focus when the pressed button is gone after a change: without it, the keyboard begins at the top of the page.
 * @param state changes when such a button may be gone.
 */
export function useFocusOnChange(state: string) {
  const place = useRef<HTMLDivElement>(null);
  const known = useRef(state);
  useEffect(() => {
    // The browser gives the focus of a button that is gone to the body.
    if (known.current !== state && document.activeElement === document.body) place.current?.focus();
    known.current = state;
  }, [state]);
  return place;
}
