// The question before typed text is lost, for forms without Shopify's save bar: the bar asks for its own form only.

const id = 'leave-question';

let leave: (() => void) | null = null;

/** Resolves when the merchant agrees to lose what was typed; never resolves if they stay. */
export const askToLeave = (): Promise<void> =>
  new Promise((resolve) => {
    leave = resolve;
    document.querySelector<HTMLElementTagNameMap['s-modal']>(`#${id}`)?.showOverlay();
  });

/** Once in the app, outside the pages. */
export const LeaveQuestion = () => (
  <s-modal id={id} heading="Leave without saving?" size="small">
    <s-paragraph>What you typed on this page is not saved and will be lost.</s-paragraph>
    <s-button slot="secondary-actions" commandFor={id} command="--hide">
      Stay
    </s-button>
    <s-button
      slot="primary-action"
      variant="primary"
      tone="critical"
      commandFor={id}
      command="--hide"
      onClick={() => leave?.()}
    >
      Leave
    </s-button>
  </s-modal>
);
