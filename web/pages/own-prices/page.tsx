import {useState} from 'react';
import {overviewQuery} from '../../shared/api/questions.ts';
import {useAttempt, useRemote} from '../../shared/api/remote.ts';
import {GivenListField} from '../../shared/list/given-list-field.tsx';
import type {GivenList} from '../../shared/list/read-file.ts';
import {ownPricesApi} from '../../shared/own-prices/own-prices-api.ts';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {Loading} from '../../shared/page/loading.tsx';
import {saveFile} from '../../shared/page/save-file.ts';
import {useAskBeforeLeaving} from '../../shared/page/unsaved-edits.ts';
import {usePriceList} from './price-list.ts';
import {ResultsSection} from './results-section.tsx';

/** Sets own prices of many articles: a list is pasted or chosen, checked line by line, and saved; all of them can be saved as a file. */
export function Page() {
  const overview = useRemote(overviewQuery);
  const currency = overview.value?.currency ?? null;
  return (
    <s-page heading="Own prices" inlineSize="large">
      <s-link slot="breadcrumb-actions" href="/pricing">
        Pricing
      </s-link>
      {overview.value === null ? (
        <s-section accessibilityLabel="Your store">
          <Loading what="your store" remote={overview} height="320px" />
        </s-section>
      ) : currency === null ? (
        <s-section accessibilityLabel="Your store">
          <s-paragraph>The currency of your store has not been read from Shopify yet.</s-paragraph>
        </s-section>
      ) : (
        <OwnPricesLists currency={currency} mayApply={overview.value.firstRunDone} />
      )}
    </s-page>
  );
}

type ListsProps = {readonly currency: string; readonly mayApply: boolean};

const noList: GivenList = {text: '', file: null};

function OwnPricesLists({currency, mayApply}: ListsProps) {
  const [given, setGiven] = useState(noList);
  const list = usePriceList(currency);
  const {checked, check, forget, isChecking, isSaving, checkFailure} = list;
  const isOpen = checked === null || checked.parts.length > 0;
  useAskBeforeLeaving(given.text.trim() !== '' && isOpen);
  return (
    <s-stack gap="base">
      <s-section heading="Set many at once">
        <s-stack gap="base">
          <s-paragraph color="subdued">
            {`One line for each article: its number, then a price in ${currency} or a markup in per cent, or “none” to take its own price back. The numbers are in the file that Products saves, and on each article’s page. You see the result of each line before anything is saved.`}
          </s-paragraph>
          <GivenListField
            given={given}
            // An example of what may be typed: a price, a markup, and the word that takes an own price back.
            placeholder={'A-1001  129.90\nA-1002  +45 %\nA-1003  none'}
            isFixed={isChecking || isSaving}
            onGiven={(next) => {
              setGiven(next);
              forget();
            }}
          />
          <ActionFailure failure={checkFailure} heading="Not checked" />
          <s-stack direction="inline" gap="small-200">
            <s-button
              variant={checked === null ? 'primary' : 'secondary'}
              loading={isChecking}
              disabled={isSaving}
              onClick={() => check(given.text)}
            >
              Check
            </s-button>
            <SaveAll />
          </s-stack>
        </s-stack>
      </s-section>
      {checked !== null && (
        <ResultsSection
          list={list}
          checked={checked}
          currency={currency}
          mayApply={mayApply}
          onMeaning={(meaning) => check(given.text, meaning)}
        />
      )}
    </s-stack>
  );
}

/** The button that saves all own prices as a file, which can be changed and chosen above. */
function SaveAll() {
  const {attempt, isRunning, failure} = useAttempt(ownPricesApi.file, {
    onDone: (file) => saveFile(file, 'own-prices.csv'),
  });
  return (
    <>
      <s-button loading={isRunning} onClick={() => void attempt(undefined)}>
        Save your own prices as CSV
      </s-button>
      <ActionFailure failure={failure} heading="The file was not saved" />
    </>
  );
}
