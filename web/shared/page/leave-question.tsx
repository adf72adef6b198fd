// Asks before typed text is lost, for forms without Shopify's save bar, because the bar asks for its own form only.

const modalId = 'leave-question';

/** What the button "Leave" of the question does; null: nothing was asked yet. */
let agreeToLeaveNow: (() => void) | null = null;

/** Resolves when the merchant agrees to lose what was typed; never resolves if they stay. */
export const askToLeave = (): Promise<void> =>
  new Promise((resolve) => {
    agreeToLeaveNow = resolve;
    document.querySelector<HTMLElementTagNameMap['s-modal']>(`#${modalId}`)?.showOverlay();
  });

/** The modal of the question; used once in the app, outside the pages. */
export const LeaveModal = () => (
  <s-modal id={modalId} heading="Leave without saving?" size="small">
    <s-paragraph>What you typed on this page is not saved and will be lost.</s-paragraph>
    <s-button slot="secondary-actions" commandFor={modalId} command="--hide">
      Stay
    </s-button>
    <s-button
      slot="primary-action"
      variant="primary"
      tone="critical"
      commandFor={modalId}
      command="--hide"
      onClick={() => agreeToLeaveNow?.()}
    >
      Leave
    </s-button>
  </s-modal>
);
