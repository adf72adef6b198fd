import type {ReactNode} from 'react';

type NoticeProps = {
  readonly tone: 'warning' | 'critical';
  readonly heading: string;
  readonly children: ReactNode;
  /** A button that does something about it. */
  readonly button?: ReactNode;
};

const icons = {warning: 'alert-triangle', critical: 'alert-circle'} as const;

/** Says what is wrong beside the place it concerns. A page shows at most one `s-banner`; other warnings use this. */
export const Notice = ({tone, heading, children, button}: NoticeProps) => (
  <div role={tone === 'critical' ? 'alert' : 'status'}>
    <s-grid gridTemplateColumns="auto 1fr" gap="small-200" alignItems="start">
      <s-icon type={icons[tone]} tone={tone} />
      <s-stack gap="small-300">
        <s-text type="strong">{heading}</s-text>
        <s-text>{children}</s-text>
        {button !== undefined && (
          <s-stack direction="inline" gap="small-200">
            {button}
          </s-stack>
        )}
      </s-stack>
    </s-grid>
  </div>
);
