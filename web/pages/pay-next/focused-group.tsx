import {type ReactNode, useEffect, useRef, useState} from 'react';

type FocusedGroupProps = {readonly label: string; readonly children: ReactNode};

/** A group that takes the focus when it appears, because the element that had it is gone and keys work only where the focus is. */
export function FocusedGroup({label, children}: FocusedGroupProps) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.focus({preventScroll: true}), []);
  const [hasRing, setHasRing] = useState(false);
  const style = {outline: hasRing ? polarisRing : 'none', outlineOffset: '4px', borderRadius: '12px'};
  return (
    <div
      ref={top}
      tabIndex={-1}
      role="group"
      aria-label={label}
      style={style}
      onFocus={({target, currentTarget}) => setHasRing(target === currentTarget && target.matches(':focus-visible'))}
      onBlur={() => setHasRing(false)}
    >
      {children}
    </div>
  );
}

/** The focus ring of Polaris; the browser would draw a black one. */
const polarisRing = '2px solid #005bd3';
