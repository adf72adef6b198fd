import {type ReactNode, useEffect, useRef, useState} from 'react';

type ShowAllProps = {
  /** What the whole is, for who does not see it. */
  readonly name: string;
  /** The label of the button that shows the whole. */
  readonly label: string;
  /** What this button is for, where its label alone does not say it. */
  readonly accessibilityLabel?: string;
  /** Draws the beginning or the whole, with the button that changes between them. */
  readonly children: (isWhole: boolean, button: ReactNode) => ReactNode;
};

/** Something long of which only the beginning is shown at first. The whole takes the focus; closed again, the button has it. */
export function ShowAll({name, label, accessibilityLabel = label, children}: ShowAllProps) {
  const [isWhole, setWhole] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElementTagNameMap['s-button']>(null);
  const wasWhole = useRef(false);
  useEffect(() => {
    if (isWhole) box.current?.focus();
    else if (wasWhole.current) opener.current?.focus();
    wasWhole.current = isWhole;
  }, [isWhole]);
  if (!isWhole) {
    return children(
      false,
      <s-button ref={opener} accessibilityLabel={accessibilityLabel} onClick={() => setWhole(true)}>
        {label}
      </s-button>,
    );
  }
  return (
    <div ref={box} role="group" aria-label={name} tabIndex={-1} style={{outline: 'none'}}>
      {children(
        true,
        <s-button accessibilityLabel={`Show less: ${name}`} onClick={() => setWhole(false)}>
          Show less
        </s-button>,
      )}
    </div>
  );
}
