import {type ReactNode, useEffect, useRef} from 'react';

type AfterSavingProps = {
  /** How often the form was saved: `Saving.savedTimes`. */
  readonly times: number;
  /** The button to the next step. */
  readonly children: ReactNode;
};

/** Shows where the merchant goes on once a form is saved. Focus and view move here then, because the review is no longer shown. */
export function AfterSaving({times, children}: AfterSavingProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (times === 0) return;
    box.current?.focus({preventScroll: true});
    box.current?.scrollIntoView({block: 'center'});
  }, [times]);
  return (
    <div ref={box} tabIndex={-1} style={{outline: 'none'}}>
      {children}
    </div>
  );
}
