import {type CSSProperties, type ReactNode, useState} from 'react';

type FoldProps = {
  readonly heading: string;
  /** What the closed section says of its content, such as a count. */
  readonly summary?: string;
  /** True where what waits for the merchant is within. */
  readonly isOpenAtFirst?: boolean;
  readonly children: ReactNode;
};

/** High enough for a finger. */
const rowStyle: CSSProperties = {
  display: 'flex',
  alignItems: 'center',
  gap: '8px',
  minHeight: '44px',
  cursor: 'pointer',
  listStyle: 'none',
};

/** A part of a section with its own heading. It is closed until it is opened, and made only then. */
export function Fold({heading, summary, isOpenAtFirst = false, children}: FoldProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary style={rowStyle}>
        <s-icon type={isOpen ? 'chevron-down' : 'chevron-right'} color="subdued" size="small" />
        <span style={{flex: 1, minWidth: 0}}>
          <s-heading>
            <span dir="auto">{heading}</span>
          </s-heading>
        </span>
        {summary !== undefined && (
          <span style={{minWidth: 0, textAlign: 'end'}}>
            <s-text color="subdued">{summary}</s-text>
          </span>
        )}
      </summary>
      {isOpen && <s-stack gap="small">{children}</s-stack>}
    </details>
  );
}
