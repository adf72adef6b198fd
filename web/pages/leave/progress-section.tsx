import type {ReactNode} from 'react';
import {useNavigate} from 'react-router';
import {useAttempt} from '../../shared/api/remote.ts';
import {productAddress} from '../../shared/list/article-address.ts';
import {AskFirstButton} from '../../shared/list/ask-first-button.tsx';
import {type Column, IndexTable} from '../../shared/list/index-table.tsx';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {count} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {areOrdersOpen, OpenOrders} from './choose-section.tsx';
import {type Departure, startAgain, stopLeaving, tryAgain, type UnderWay} from './leave-api.ts';
import {choiceLabels, doneText, onSaleText, phaseHeadings, startAgainText} from './leave-words.ts';

type ProgressSectionProps = {
  readonly departure: UnderWay;
  readonly plan: Departure;
  readonly onChanged: () => void;
};

/** How far leaving is, what failed, and what the merchant can do now. */
export function ProgressSection({departure, plan, onChanged}: ProgressSectionProps) {
  const {phase} = departure;
  const hasOpenOrders = phase === 'done' && areOrdersOpen(plan.orders);
  return (
    <s-section heading={phaseHeadings[phase]}>
      <s-stack gap="base">
        {hasOpenOrders && <OpenOrders orders={plan.orders} />}
        <div role="status">
          <s-stack gap="small-200">
            <s-text>{`You chose for your products: ${choiceLabels[departure.products].toLowerCase()}.`}</s-text>
            {phase !== 'products' && doneText(departure) !== '' && <s-text>{doneText(departure)}</s-text>}
            {phase !== 'products' && onSaleText(departure) !== '' && <s-text>{onSaleText(departure)}</s-text>}
            <PhaseText departure={departure} />
          </s-stack>
        </div>
        {phase === 'products' && <Progress departure={departure} />}
        {departure.failed > 0 && <Failures departure={departure} />}
        <Actions departure={departure} hasOpenOrders={hasOpenOrders} onChanged={onChanged} />
      </s-stack>
    </s-section>
  );
}

function PhaseText({departure: {phase, runReason}}: {readonly departure: UnderWay}) {
  const texts: Readonly<Record<UnderWay['phase'], ReactNode>> = {
    products: 'This goes on when you close the page.',
    interrupted: runReason,
    taking_back: 'What stands below is taken back. This goes on when you close the page.',
    incomplete: 'What is left stands below. Try it again, or do it by hand in Shopify before you remove Piecewise.',
    done: 'Now remove Piecewise in Shopify, under “Settings”, “Apps and sales channels”. Nothing is updated any more.',
    stopping: 'Products that are being changed at this moment are finished first.',
    stopped: 'What was done stays. Nothing is updated before you use Piecewise again.',
  };
  return phase === 'done' ? <s-text type="strong">{texts[phase]}</s-text> : <s-text>{texts[phase]}</s-text>;
}

function Progress({departure: {progress, runStep}}: {readonly departure: UnderWay}) {
  const {done, total} = progress;
  return (
    <s-stack gap="small-200">
      <s-stack direction="inline" gap="small-200" alignItems="center">
        <s-spinner accessibilityLabel="Going on" />
        <s-text fontVariantNumeric="tabular-nums">
          {runStep === null
            ? 'It begins in a moment, or once the update that is going on has stopped'
            : runStep === 'comparing'
              ? 'Comparing your store'
              : `${count(done)} of ${countNoun(total, 'product')} done`}
        </s-text>
      </s-stack>
      {total > 0 && <s-progress value={done} max={total} accessibilityLabel="Products that are done" />}
    </s-stack>
  );
}

type Failure = UnderWay['failures'][number];

function Failures({departure: {failed, failures}}: {readonly departure: UnderWay}) {
  return (
    <s-stack gap="small-200">
      <s-heading>{countNoun(failed, 'product is', 'products are')} not as you chose</s-heading>
      <IndexTable rows={failures} columns={failureColumns} keyOf={({productGid}) => productGid} />
      {failed > failures.length && (
        <s-text color="subdued">{`The first ${count(failures.length)} of ${count(failed)} are shown.`}</s-text>
      )}
    </s-stack>
  );
}

const failureColumns: readonly Column<Failure>[] = [
  {heading: 'Product', listSlot: 'primary', renderCell: ({title}) => <s-text dir="auto">{title}</s-text>},
  {heading: 'Why', listSlot: 'secondary', renderCell: ({reason}) => reason},
  {heading: 'In Shopify', renderCell: (failure) => <OpenProduct failure={failure} />},
];

function OpenProduct({failure: {productGid, title}}: {readonly failure: Failure}) {
  const address = productAddress(productGid);
  if (address === null) return '–';
  return (
    <s-button href={address} target="_top" accessibilityLabel={`Open in Shopify: ${title}`}>
      Open in Shopify
    </s-button>
  );
}

type ActionsProps = Pick<ProgressSectionProps, 'departure' | 'onChanged'> & {
  /** While orders are open, removing the app is not what comes first. */
  readonly hasOpenOrders: boolean;
};

/** What can be done now: the apps page of the admin, try again, stop, use the app again. */
function Actions({departure, hasOpenOrders, onChanged}: ActionsProps) {
  const {phase} = departure;
  const again = useAttempt(tryAgain, {onDone: onChanged});
  const stop = useAttempt(stopLeaving, {onDone: onChanged});
  const navigate = useNavigate();
  const start = useAttempt(startAgain, {
    onDone: () => {
      shopify.toast.show('You use Piecewise again');
      // Nothing is on sale before an update: there it is started.
      return navigate('/runs');
    },
  });
  const isBusy = again.isRunning || stop.isRunning || start.isRunning;
  return (
    <s-stack gap="base">
      <s-stack direction="inline" gap="small-200">
        {phase === 'done' && (
          <s-button {...(hasOpenOrders ? {} : {variant: 'primary'})} href="shopify://admin/settings/apps" target="_top">
            Open the apps in Shopify
          </s-button>
        )}
        {(phase === 'interrupted' || phase === 'incomplete' || phase === 'stopped') && (
          <s-button
            variant="primary"
            loading={again.isRunning}
            disabled={isBusy}
            onClick={() => void again.attempt(undefined)}
          >
            {phase === 'stopped' ? 'Go on leaving' : 'Try again'}
          </s-button>
        )}
        {(phase === 'products' || phase === 'interrupted') && (
          <s-button loading={stop.isRunning} disabled={isBusy} onClick={() => void stop.attempt(undefined)}>
            Stop leaving
          </s-button>
        )}
        {phase !== 'products' && phase !== 'stopping' && (
          <AskFirstButton
            label="Use Piecewise again"
            heading="Use Piecewise again"
            confirmLabel="Use Piecewise again"
            isRunning={start.isRunning}
            isDisabled={isBusy}
            onConfirm={() => void start.attempt(undefined)}
          >
            <s-paragraph>{startAgainText(departure)}</s-paragraph>
          </AskFirstButton>
        )}
      </s-stack>
      <ActionFailure failure={again.failure ?? stop.failure ?? start.failure} />
    </s-stack>
  );
}
