import type {ReactNode} from 'react';

type LabelledFactProps = {
  readonly label: string;
  readonly children: ReactNode;
  /** Whether the text is the supplier's alone, so that its script decides the direction. Our own sentences run left to right. */
  readonly isSuppliersText?: boolean;
};

/** A fact with its name before it. */
export const LabelledFact = ({label, children, isSuppliersText: isTheirs = false}: LabelledFactProps) => (
  <s-grid gridTemplateColumns="@container (inline-size > 500px) 200px 1fr, 120px 1fr" gap="small">
    <s-text color="subdued">{label}</s-text>
    <s-box>{isTheirs ? <s-text dir="auto">{children}</s-text> : children}</s-box>
  </s-grid>
);
