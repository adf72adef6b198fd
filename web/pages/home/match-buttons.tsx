import {useState} from 'react';
import {api, sentenceOf} from '../../shared/api/api.ts';
import {useAction} from '../../shared/api/remote.ts';
import type {NextAction} from '../../shared/orders/matter.ts';
import {count} from '../../text/format.ts';

type Done = {readonly onDone: (outcome: string) => void};
type Decision = 'same' | 'other';

const showFailure = (failed: unknown) => shopify.toast.show(sentenceOf(failed), {isError: true});
const whenLinked = (isRunning: boolean) => (isRunning ? 'A run links it now.' : 'The next run links it.');

/** Both answers to whether a product of the store is the article. Orders of a linked product go to the supplier, so linking asks first. */
export function MatchButtons({article, articleId, title, onDone}: Extract<NextAction, {kind: 'match'}> & Done) {
  const [busy, setBusy] = useState<Decision | null>(null);
  const answer = useAction((decision: Decision) => api.decideMatches(decision, [articleId]));
  const decide = async (decision: Decision) => {
    setBusy(decision);
    try {
      const {run} = await answer.run(decision);
      const made = run === null ? 'The next run makes it.' : 'A run makes it now.';
      onDone(
        decision === 'same'
          ? `“${title}” is ${article}. ${whenLinked(run !== null)}`
          : `${article} gets a product of its own. ${made}`,
      );
    } catch (failed) {
      showFailure(failed);
    } finally {
      setBusy(null);
    }
  };
  return (
    <>
      <s-button loading={busy === 'same'} commandFor="link-product" command="--show">
        Link the product
      </s-button>
      <s-button loading={busy === 'other'} onClick={() => void decide('other')}>
        Make a new product
      </s-button>
      <Question
        id="link-product"
        heading={`Is “${title}” this article?`}
        text={`${title} becomes the product of ${article}, and its orders go to the supplier. All its fields stay yours until you give them back.`}
        button="Link the product"
        onYes={() => void decide('same')}
      />
    </>
  );
}

/** Meant for a store whose products this app imported before and whose marks were lost; offered for any two matches or more. */
export function AllMatchesButton({count: number, onDone}: Extract<NextAction, {kind: 'all-matches'}> & Done) {
  const answer = useAction(() => api.decideMatches('same', 'all'));
  const link = async () => {
    try {
      const {run} = await answer.run(undefined);
      onDone(run === null ? 'The next run links the products.' : 'A run links the products now.');
    } catch (failed) {
      showFailure(failed);
    }
  };
  const button = `Link all ${count(number)}`;
  return (
    <>
      <s-button loading={answer.isRunning} commandFor="link-all-products" command="--show">
        {button}
      </s-button>
      <Question
        id="link-all-products"
        heading={`Are all ${count(number)} products the articles they look like?`}
        text="Each becomes the product of its article, and its orders go to the supplier. All their fields stay yours until you give them back."
        button={button}
        onYes={() => void link()}
      />
    </>
  );
}

type QuestionProps = {
  readonly id: string;
  readonly heading: string;
  readonly text: string;
  readonly button: string;
  readonly onYes: () => void;
};

function Question({id, heading, text, button, onYes}: QuestionProps) {
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
