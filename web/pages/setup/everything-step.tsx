import type {Overview} from '#contract/overview.ts';
import type {RulesCount} from '#contract/preview.ts';
import {isUnderWay} from '../../shared/api/polling.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {runsApi} from '../../shared/api/runs-api.ts';
import {savedChoiceCountQuery} from '../../shared/api/set-up-api.ts';
import {estimateText} from '../../shared/form/review.tsx';
import {Loading} from '../../shared/page/loading.tsx';
import {AllSetUp} from '../../shared/page/set-up-card.tsx';
import type {SetUpStep} from '../../shared/page/set-up-steps.ts';
import {isStoreFilled} from '../../shared/page/store-filled.ts';
import {LiveRun} from '../../shared/runs/live-run.tsx';
import {runResultText} from '../../shared/runs/run-words.ts';
import {RunEnd} from '../../shared/runs/runs-table.tsx';
import {inStoreTime} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {NewProductStatusChoice} from './new-product-status.tsx';
import {StepStart} from './step-start.tsx';
import {UnservedCountries} from './unserved-countries.tsx';

type EverythingStepProps = {readonly overview: Overview; readonly steps: readonly SetUpStep[]};

/** The step that starts the first run over everything chosen. Until then, runs that start by themselves create no products. */
export function EverythingStep({overview, steps}: EverythingStepProps) {
  const {lastRun, setUp} = overview;
  const run = lastRun?.kind === 'full' && setUp.everythingAsked ? lastRun : null;
  return (
    <>
      <s-section heading="Put everything into the store">
        <FirstRunForecast overview={overview} />
        {!isStoreFilled(overview) && <NewProductStatusChoice />}
        {!isStoreFilled(overview) && (
          <StepStart
            steps={steps}
            label={run === null || isUnderWay(run) ? 'Put everything into the store' : 'Start it again'}
            variant="primary"
            isRunOpen={isUnderWay(run)}
            start={() => runsApi.startRun('full')}
            failureHeading="The update did not start"
          />
        )}
        {run !== null && isUnderWay(run) && <LiveRun run={run} />}
        {run !== null && !isUnderWay(run) && (
          <>
            <RunEnd run={run} />
            <s-text>{runResultText(run)}</s-text>
            <s-stack direction="inline">
              <s-button href={`/runs/${run.id}`}>Open the update</s-button>
            </s-stack>
          </>
        )}
      </s-section>
      <UnservedCountries overview={overview} />
      <AllSetUp overview={overview} />
    </>
  );
}

function FirstRunForecast({overview}: {overview: Overview}) {
  const {nextRunAt, timeZone, isLeaving} = overview;
  const filled = isStoreFilled(overview);
  const counts = useRemote({...savedChoiceCountQuery, isOff: filled || isLeaving});
  if (isLeaving) return <s-text>You are leaving Piecewise, so no update runs.</s-text>;
  if (filled) {
    const nightly = nextRunAt === null ? '' : `; the next one ${inStoreTime(nextRunAt, timeZone)}`;
    return <s-text>{`An update starts by itself every night${nightly}.`}</s-text>;
  }
  if (counts.value === null) return <Loading what="what comes" remote={counts} height="96px" />;
  return (
    <s-stack gap="small-200">
      <s-text>{forecastSentences(counts.value).join(' ')}</s-text>
      <s-text color="subdued">
        Until everything is asked for, updates that start by themselves create no product. After that, the nightly
        update creates what is new.
      </s-text>
    </s-stack>
  );
}

function forecastSentences({
  chosen,
  products,
  variants,
  variantsEstimated,
  held,
  created,
  unread,
}: RulesCount): readonly string[] {
  if (chosen === 0) return ['You have chosen nothing yet.'];
  const about = variantsEstimated > 0 ? 'about ' : '';
  return [
    `You chose ${countNoun(chosen, 'article')}. Afterwards your store has ${about}${countNoun(products, 'product')} of the supplier with ${about}${countNoun(variants, 'variant')}; ${about}${countNoun(created, 'product is', 'products are')} new.`,
    ...(about === '' ? [] : [estimateText(unread)]),
    ...(held > 0
      ? [`${countNoun(held, 'article is', 'articles are')} not on sale; after the update To decide says why.`]
      : []),
  ];
}
