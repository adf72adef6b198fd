import {type ReactNode, useEffect, useRef} from 'react';

type FocusedGroupProps = {readonly label: string; readonly children: ReactNode};

/** Takes the focus when it appears: what had it before is gone, and keys work only where the focus is. */
export function FocusedGroup({label, children}: FocusedGroupProps) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.focus({preventScroll: true}), []);
  const style = {outlineOffset: '4px', borderRadius: '12px'};
  return (
    <div ref={top} tabIndex={-1} role="group" aria-label={label} style={style}>
      {children}
    </div>
  );
}
