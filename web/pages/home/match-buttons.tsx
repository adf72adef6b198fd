import {api} from '../../shared/api/api.ts';
import {useAttempt} from '../../shared/api/remote.ts';
import type {NextAction} from '../../shared/orders/matter.ts';
import {count} from '../../text/format.ts';

/** Called with a sentence that says what happened, or why nothing did. */
type MatchDoneProps = {readonly onDone: (outcome: string) => void};
type MatchDecision = 'same' | 'other';

const whenLinkedText = (isRunning: boolean) => (isRunning ? 'An update links it now.' : 'The next update links it.');

/**
 * The buttons to link a product of the store to the article, or to make a new product. Linking asks first, because orders of a linked
 * product go to the supplier.
 */
export function MatchButtons({
  article,
  articleId,
  title,
  onDone,
}: Extract<NextAction, {kind: 'match'}> & MatchDoneProps) {
  const {attempt, running} = useAttempt((decision: MatchDecision) => api.decideMatches(decision, [articleId]), {
    onDone: ({run}, decision) => {
      const made = run === null ? 'The next update makes it.' : 'An update makes it now.';
      onDone(
        decision === 'same'
          ? `“${title}” is ${article}. ${whenLinkedText(run !== null)}`
          : `${article} gets a product of its own. ${made}`,
      );
    },
    onRefused: onDone,
  });
  return (
    <>
      <s-button loading={running === 'same'} commandFor="link-product" command="--show">
        Link the product
      </s-button>
      <s-button loading={running === 'other'} onClick={() => void attempt('other')}>
        Make a new product
      </s-button>
      <ConfirmModal
        id="link-product"
        heading={`Is “${title}” this article?`}
        text={`${title} becomes the product of ${article}, and its orders go to the supplier. All its fields stay yours until you give them back.`}
        button="Link the product"
        onYes={() => void attempt('same')}
      />
    </>
  );
}

/**
 * The button that links all matches. It is meant for a store whose products this app imported before and whose marks were lost, but is
 * offered for any two matches or more.
 */
export function AllMatchesButton({count: number, onDone}: Extract<NextAction, {kind: 'all-matches'}> & MatchDoneProps) {
  const {attempt, isRunning} = useAttempt(() => api.decideMatches('same', 'all'), {
    onDone: ({run}) =>
      onDone(run === null ? 'The next update links the products.' : 'An update links the products now.'),
    onRefused: onDone,
  });
  const button = `Link all ${count(number)}`;
  return (
    <>
      <s-button loading={isRunning} commandFor="link-all-products" command="--show">
        {button}
      </s-button>
      <ConfirmModal
        id="link-all-products"
        heading={`Are all ${count(number)} products the articles they look like?`}
        text="Each becomes the product of its article, and its orders go to the supplier. All their fields stay yours until you give them back."
        button={button}
        onYes={() => void attempt(undefined)}
      />
    </>
  );
}

type ConfirmModalProps = {
  readonly id: string;
  readonly heading: string;
  readonly text: string;
  readonly button: string;
  readonly onYes: () => void;
};

function ConfirmModal({id, heading, text, button, onYes}: ConfirmModalProps) {
  return (
    <s-modal id={id} heading={heading} size="small">
      <s-paragraph>{text}</s-paragraph>
      <s-button slot="secondary-actions" commandFor={id} command="--hide">
        Cancel
      </s-button>
      <s-button slot="primary-action" variant="primary" commandFor={id} command="--hide" onClick={onYes}>
        {button}
      </s-button>
    </s-modal>
  );
}
