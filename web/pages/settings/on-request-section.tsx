import {useEffect, useRef} from 'react';
import type {Articles} from '#contract/articles.ts';
import type {Overview} from '#contract/overview.ts';
import type {Preview} from '#contract/preview.ts';
import type {Importing, Saved} from '#contract/settings.ts';
import {callApi} from '../../shared/api/api.ts';
import {type RemoteQuery, useRemote} from '../../shared/api/remote.ts';
import {importingQuery} from '../../shared/api/set-up-api.ts';
import type {SavingKind} from '../../shared/form/form-kind.ts';
import {useNamedPlace} from '../../shared/form/named-place.ts';
import {useSaving} from '../../shared/form/saving.ts';
import {SavingState} from '../../shared/form/saving-state.tsx';
import {onRequestPlace} from '../../shared/list/draft-words.ts';
import {Loading} from '../../shared/page/loading.tsx';
import {Notice} from '../../shared/page/notice.tsx';
import {countNoun} from '../../text/words.ts';

/** Loads how many chosen articles the setting concerns, as the `total` of one small page. */
const concernedArticlesQuery: RemoteQuery<Articles> = {
  key: ['articles-on-request'],
  load: (signal) => callApi<Articles>('GET', '/api/articles?onRequest=true&chosen=true&listed=true&limit=1', {signal}),
  waitMs: () => null,
};

/** How the choice is previewed and saved; each change of it may change products. */
const onRequestKind: SavingKind<Importing, Importing> = {
  fieldNames: [],
  read: (settings) => ({settings, errors: {}}),
  changesProducts: () => true,
  preview: ({onRequest}) => callApi<Preview>('POST', '/api/preview', {body: {onRequest}}),
  save: (importing, basis) =>
    callApi<Saved<Importing>>('PUT', '/api/settings/importing', {body: {...importing, ...basis}}),
};

/**
 * The choice whether articles whose price is only indicative are sold at that price. If the next run would change anything, the effect is
 * shown first, with the prices that lose money, and the choice is saved once the merchant confirms.
 */
export function OnRequestSection({overview}: {readonly overview: Overview}) {
  const importing = useRemote(importingQuery);
  const place = useRef<HTMLDivElement>(null);
  useNamedPlace(place, 'center');
  return (
    <div ref={place} id={onRequestPlace} tabIndex={-1} style={{outline: 'none'}}>
      {importing.value !== null ? (
        <OnRequestChoice stored={importing.value} overview={overview} />
      ) : (
        <s-section heading="Prices on request">
          <Explanation />
          <Loading what="what happens to them" remote={importing} height="80px" />
        </s-section>
      )}
    </div>
  );
}

const Explanation = () => (
  <s-paragraph color="subdued">
    For some articles the supplier states only an indicative price; the real one is an offer that you ask for. An order
    of such an article may cost you more than stated, so ask the supplier before you pay it.
  </s-paragraph>
);

type OnRequestChoiceProps = {readonly stored: Saved<Importing>; readonly overview: Overview};

function OnRequestChoice({stored, overview}: OnRequestChoiceProps) {
  const {version: _version, ...settings} = stored;
  const {onRequest} = settings;
  const concerned = useRemote(concernedArticlesQuery).value?.total ?? null;
  const button = useRef<HTMLElementTagNameMap['s-button']>(null);
  const wasSaved = useRef(false);
  const onSaved = () => {
    wasSaved.current = true;
  };
  const saving = useSaving(onRequestKind, stored, {onSaved, onSavedElsewhere: () => {}, alwaysPreviews: false});
  const isBusy = saving.step.kind === 'counting' || saving.isSaving;
  useEffect(() => {
    // Saving closes the review, and with it the button that had the focus.
    if (wasSaved.current && !isBusy) button.current?.focus();
    wasSaved.current &&= isBusy;
  }, [isBusy]);
  const press = () => void saving.submit({...settings, onRequest: !onRequest});
  const discard = () => {
    saving.restart();
    button.current?.focus();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        press();
      }}
      onReset={discard}
    >
      <s-stack gap="base">
        <s-section heading="Prices on request">
          <Explanation />
          <s-stack gap="small-200">
            <s-text>
              {onRequest
                ? 'They are sold at the price that your rules make of the stated one.'
                : 'They are not on sale.'}
            </s-text>
            {concerned !== null && <s-text color="subdued">Concerns: {countNoun(concerned, 'chosen article')}.</s-text>}
            <s-stack direction="inline">
              <s-button ref={button} disabled={isBusy} onClick={press}>
                {onRequest ? 'Take them off sale' : 'Sell them at the stated price'}
              </s-button>
            </s-stack>
            {saving.failure !== null && (
              <Notice tone="critical" heading="Not saved" button={<s-button type="submit">Try again</s-button>}>
                {saving.failure}
              </Notice>
            )}
          </s-stack>
        </s-section>
        <SavingState
          saving={{...saving, failure: null}}
          currency={overview.currency}
          isSetUp={overview.setUp.everythingAsked}
        />
      </s-stack>
    </form>
  );
}
