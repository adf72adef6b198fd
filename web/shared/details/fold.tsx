import {type CSSProperties, type ReactNode, useState} from 'react';

type FoldProps = {
  readonly heading: string;
  /** What the closed section says of its content, such as a count. */
  readonly summary?: string;
  /** Whether that is a warning. */
  readonly isWarning?: boolean;
  /** True where what waits for the merchant is within. */
  readonly isOpenAtFirst?: boolean;
  /** Opens it when this becomes true, such as once a field within has an error. */
  readonly mustOpen?: boolean;
  /** The DOM id by which another part of the page opens it (`openFold`). */
  readonly id?: string;
  readonly children: ReactNode;
};

/** High enough for a finger. */
const rowStyle: CSSProperties = {
  display: 'flex',
  alignItems: 'center',
  gap: '8px',
  minHeight: '44px',
  // For a heading of two lines: one of a single line is as high as before.
  paddingBlock: '8px',
  boxSizing: 'border-box',
  cursor: 'pointer',
  listStyle: 'none',
};

/** A part of a section with its own heading. It is closed until it is opened, and made only then. */
export function Fold(props: FoldProps) {
  const {heading, summary, isWarning = false, isOpenAtFirst = false, mustOpen = false, id, children} = props;
  const [isOpen, setOpen] = useState(isOpenAtFirst || mustOpen);
  const [wasForced, setForced] = useState(mustOpen);
  // While rendering, so that what is within can take the focus at once.
  if (mustOpen !== wasForced) {
    setForced(mustOpen);
    if (mustOpen) setOpen(true);
  }
  return (
    <details {...(id === undefined ? {} : {id})} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary style={rowStyle}>
        <s-icon type={isOpen ? 'chevron-down' : 'chevron-right'} color="subdued" size="small" />
        <span style={{flex: 1, minWidth: 0}}>
          <s-heading>
            <span dir="auto">{heading}</span>
          </s-heading>
        </span>
        {summary !== undefined && (
          <span style={{minWidth: 0, textAlign: 'end'}}>
            {isWarning ? <s-badge tone="warning">{summary}</s-badge> : <s-text color="subdued">{summary}</s-text>}
          </span>
        )}
      </summary>
      {isOpen && <s-stack gap="small">{children}</s-stack>}
    </details>
  );
}

/** Opens the fold with this DOM id, then calls `then`: what is within can be found by then. */
export function openFold(id: string, then: () => void): void {
  const fold = document.getElementById(id);
  if (!(fold instanceof HTMLDetailsElement) || fold.open) return then();
  fold.addEventListener('toggle', () => setTimeout(then), {once: true});
  fold.open = true;
}
