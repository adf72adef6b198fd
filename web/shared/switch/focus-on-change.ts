// Keeps the focus on the page where a change takes the pressed button away.
import {type RefObject, useEffect, useRef} from 'react';

/** A place that gets the focus when the pressed button is gone after a change. @param state what changes. */
export function useFocusOnChange(state: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const known = useRef(state);
  useEffect(() => {
    // The browser gives the focus of a button that is gone to the body.
    if (known.current !== state && document.activeElement === document.body) place.current?.focus();
    known.current = state;
  }, [state]);
  return place;
}
