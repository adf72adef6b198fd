import {type CSSProperties, type ReactNode, useState} from 'react';

type FoldProps = {
  readonly heading: string;
  /** What the closed section says of its content, such as a count. */
  readonly summary?: string;
  /** True within another section, which draws the card. */
  readonly isNested?: boolean;
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

/** A section that is closed until it is asked for. What it holds is made when it is opened. */
export function Fold({heading, summary, isNested = false, children}: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  const fold = (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary style={rowStyle}>
        <s-icon type={isOpen ? 'chevron-down' : 'chevron-right'} color="subdued" size="small" />
        <span style={{flex: 1, minWidth: 0}}>
          <s-text type="strong" dir="auto">
            {heading}
          </s-text>
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
  return isNested ? fold : <s-section accessibilityLabel={heading}>{fold}</s-section>;
}
