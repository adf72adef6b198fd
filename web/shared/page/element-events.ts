import {type RefObject, useEffect, useEffectEvent, useRef} from 'react';

/**
 * Listens to an element's own events by their real names. React 19 turns `onNextPage` into a listener for "NextPage", but the
 * element fires "nextpage". Use this for every event of an s-* element that React does not know.
 */
export function useElementEvents<T extends HTMLElement, Name extends string>(
  listeners: Readonly<Record<Name, (event: Event) => void>>,
): RefObject<T | null> {
  const element = useRef<T>(null);
  const hear = useEffectEvent((event: Event) => {
    for (const [name, act] of Object.entries<(event: Event) => void>(listeners)) if (name === event.type) act(event);
  });
  const names = Object.keys(listeners).join(' ');
  useEffect(() => {
    const {current} = element;
    const listener = (event: Event) => hear(event);
    for (const name of names.split(' ')) current?.addEventListener(name, listener);
    return () => {
      for (const name of names.split(' ')) current?.removeEventListener(name, listener);
    };
  }, [names]);
  return element;
}
