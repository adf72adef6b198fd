import {useState} from 'react';
import type {Articles} from '#contract/articles.ts';
import type {Importing} from '#contract/settings.ts';
import {ask, sentenceOf} from '../../api.ts';
import {type Question, useAction, useRemote} from '../../remote.ts';
import {counted} from '../../words.ts';
import {AskFirstButton} from '../list/ask-first-button.tsx';
import {Loading} from '../loading.tsx';

type Stored = Importing & {readonly version: string};

const importingQuestion: Question<Stored> = {
  key: ['importing'],
  load: (signal) => ask<Stored>('GET', '/api/importing', {signal}),
  waitMs: () => null,
};

/** How many chosen articles it concerns. */
const concernedQuestion: Question<Articles> = {
  key: ['articles-on-request'],
  load: (signal) => ask<Articles>('GET', '/api/articles?onRequest=true&chosen=true&listed=true&limit=1', {signal}),
  waitMs: () => null,
};

/** Whether articles whose price is only indicative are sold at it. Asks first: the next run puts them on sale, or takes them off. */
export function OnRequestSection() {
  const importing = useRemote(importingQuestion);
  const concerned = useRemote(concernedQuestion);
  const {value} = importing;
  return (
    <s-section heading="Prices on request">
      <s-paragraph color="subdued">
        For some articles the supplier states only an indicative price; the real one is an offer that you ask for. An
        order of such an article may cost you more than stated.
      </s-paragraph>
      {value === null ? (
        <Loading what="what happens to them" remote={importing} height="80px" />
      ) : (
        <Choice stored={value} concerned={concerned.value?.total ?? null} />
      )}
    </s-section>
  );
}

function Choice({stored, concerned}: {stored: Stored; concerned: number | null}) {
  const [result, setResult] = useState<string | null>(null);
  const {onRequest, newProducts, retireAs, historyDays, version} = stored;
  const save = useAction((isSold: boolean) =>
    ask<Stored>('PUT', '/api/importing', {
      body: {newProducts, retireAs, historyDays, onRequest: isSold, version},
    }),
  );
  const button = onRequest ? 'Hold them back' : 'Sell them at the stated price';
  const press = async () => {
    try {
      await save.run(!onRequest);
      setResult('Saved. The next run does it.');
    } catch (failed) {
      setResult(sentenceOf(failed));
    }
  };
  return (
    <s-stack gap="small-200">
      <s-text>
        {onRequest
          ? 'They are sold at the price that your rules make of the stated one.'
          : 'They are held back and do not go on sale.'}
      </s-text>
      <s-stack direction="inline">
        <AskFirstButton
          label={button}
          what={button}
          confirm={button}
          isRunning={save.isRunning}
          isDisabled={false}
          onConfirm={() => void press()}
        >
          <s-paragraph>{questionText(onRequest, concerned)}</s-paragraph>
        </AskFirstButton>
      </s-stack>
      <div role="status">{result !== null && <s-text color="subdued">{result}</s-text>}</div>
    </s-stack>
  );
}

function questionText(onRequest: boolean, concerned: number | null): string {
  const number = concerned === null ? 'All such articles' : counted(concerned, 'chosen article');
  return onRequest
    ? `Concerns: ${number}. The next run takes those that are in your store off sale.`
    : `Concerns: ${number}. The next run puts them into your store at the price that your rules make of the stated one. Ask the supplier before you pay an order of them.`;
}
