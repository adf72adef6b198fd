import {type ReactNode, useEffect, useRef} from 'react';

type OpenedProps = {
  /** What was opened, for who does not see it. */
  readonly name: string;
  readonly children: ReactNode;
};

/** What a press has opened. It takes the focus, because the pressed button is gone. */
export function Opened({name, children}: OpenedProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} role="group" aria-label={name} tabIndex={-1} style={{outline: 'none'}}>
      {children}
    </div>
  );
}
