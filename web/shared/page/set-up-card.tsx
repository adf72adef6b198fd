import type {Overview} from '#contract/overview.ts';
import {countNoun} from '../../text/words.ts';
import {useAttempt} from '../api/remote.ts';
import {setUpApi} from '../api/set-up-api.ts';
import {draftsView, unansweredAddress} from '../list/shown-articles.ts';
import {ActionFailure} from './action-failure.tsx';
import {Notice} from './notice.tsx';
import {nextStep, type SetUpStep, setUpSteps} from './set-up-steps.ts';
import {hasKeys, isStoreFilled, setUpPage} from './store-filled.ts';

/** The card on other pages while set-up is not over: how far it is, and the button to its next step. */
export function SetUpCard({overview}: {overview: Overview}) {
  const steps = setUpSteps(overview);
  const next = nextStep(steps);
  if (isStoreFilled(overview) || next === undefined || overview.isLeaving) return null;
  return (
    <s-section heading="Set up Piecewise">
      <SetUpProgress steps={steps} />
      <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr auto, 1fr" gap="small" alignItems="center">
        <s-box>
          <s-text type="strong">Next: {next.title}</s-text>
          <s-paragraph color="subdued">{next.text}</s-paragraph>
        </s-box>
        <s-stack direction="inline">
          <s-button variant="primary" href={setUpPage}>
            Continue set-up
          </s-button>
        </s-stack>
      </s-grid>
    </s-section>
  );
}

/** How many steps are done; one that was skipped with articles left is not. */
export function SetUpProgress({steps}: {readonly steps: readonly SetUpStep[]}) {
  const done = steps.filter(({isDone, left}) => isDone && left === 0).length;
  return (
    <>
      <s-paragraph color="subdued">
        {done} of {countNoun(steps.length, 'step')} done
      </s-paragraph>
      <s-progress value={done} max={steps.length} tone="success" accessibilityLabel="Set-up progress" />
    </>
  );
}

/** The card that says that set-up is done, shown until the merchant closes it; not while no update can run or none has since a reinstall. */
export function AllSetUp({overview}: {overview: Overview}) {
  const {attempt, isRunning, failure} = useAttempt(setUpApi.close);
  const {sizes} = overview.unanswered;
  const {isLeaving, stayedOnSale, listings} = overview;
  const stillOffSale =
    listings.held > 0
      ? `, but for ${countNoun(listings.held, 'article that is', 'articles that are')} not on sale`
      : '';
  if (!isStoreFilled(overview) || overview.setUp.closed || isLeaving || stayedOnSale > 0 || !hasKeys(overview))
    return null;
  return (
    <s-section heading="All set up">
      <s-paragraph>
        What you chose is in your store{stillOffSale}. An update brings it in line with the supplier every night, and
        paid orders come in under Orders.
        {sizes > 0 &&
          ` ${countNoun(sizes, 'article has', 'articles have')} no stated size yet: an order of one waits for your answer.`}
      </s-paragraph>
      <DraftsToPublish count={overview.listings.ownDrafts} />
      <s-stack direction="inline" gap="small-200">
        {listings.held > 0 && <s-button href="/decisions">See why they are not on sale</s-button>}
        {sizes > 0 && <s-button href={unansweredAddress('sizes', null)}>Answer for the sizes</s-button>}
        <s-button loading={isRunning} onClick={() => void attempt(undefined)}>
          Close
        </s-button>
      </s-stack>
      <ActionFailure failure={failure} />
    </s-section>
  );
}

/** That products which Piecewise made as drafts cannot be bought yet, and the way to publish them; nothing without any. */
export function DraftsToPublish({count: drafts}: {readonly count: number}) {
  if (drafts === 0) return null;
  return (
    <Notice
      tone="warning"
      heading={countNoun(drafts, 'product is a draft', 'products are drafts')}
      button={<s-button href={`/products?show=${draftsView.value}`}>Go to “{draftsView.label}”</s-button>}
    >
      Shoppers cannot buy {drafts === 1 ? 'it' : 'them'} until you publish {drafts === 1 ? 'it' : 'them'}.
    </Notice>
  );
}
