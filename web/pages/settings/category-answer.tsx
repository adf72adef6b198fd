import {useState} from 'react';
import type {OrderSettings} from '#contract/order-settings.ts';
import type {Overview} from '#contract/overview.ts';
import type {Saved} from '#contract/settings.ts';
import {rememberForCategory} from '#domain/standing-answers.ts';
import {callApi} from '../../shared/api/api.ts';
import {choicesQuery} from '../../shared/api/questions.ts';
import {useAttempt, useRemote} from '../../shared/api/remote.ts';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {useAskBeforeLeaving} from '../../shared/page/unsaved-edits.ts';

const empty = {category: '', colour: '', size: ''};
type Typed = typeof empty;

/** Adds what is ordered for a whole category, or replaces it. A word that is left empty stays as it was. */
export function CategoryAnswer({overview}: {readonly overview: Overview}) {
  const categories = useRemote(choicesQuery(overview.lastRun)).value?.categories ?? [];
  const [typed, setTyped] = useState(empty);
  const change = (part: Partial<Typed>) => setTyped({...typed, ...part});
  const {attempt, isRunning, failure} = useAttempt(save, {
    onDone: (_, {category}) => {
      setTyped(empty);
      shopify.toast.show(`Remembered for ${category}`);
    },
  });
  const isWhole = typed.category !== '' && (typed.colour.trim() !== '' || typed.size.trim() !== '');
  useAskBeforeLeaving(typed.colour !== '' || typed.size !== '');
  if (categories.length === 0) return null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) void attempt(typed);
      }}
    >
      <s-stack gap="small">
        <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr 1fr, 1fr" gap="small">
          <s-select
            label="Category"
            value={typed.category}
            onChange={(event) => change({category: event.currentTarget.value})}
          >
            <s-option value="">Choose one</s-option>
            {categories.map(({name}) => (
              <s-option key={name} value={name}>
                {name}
              </s-option>
            ))}
          </s-select>
          <Word label="Colour for the category" typed={typed.colour} onType={(colour) => change({colour})} />
          <Word label="Size for the category" typed={typed.size} onType={(size) => change({size})} />
        </s-grid>
        <ActionFailure failure={failure} heading="Not remembered" />
        <s-stack direction="inline">
          <s-button type="submit" loading={isRunning} disabled={!isWhole}>
            Remember for this category
          </s-button>
        </s-stack>
      </s-stack>
    </form>
  );
}

type WordProps = {readonly label: string; readonly typed: string; readonly onType: (typed: string) => void};

const Word = ({label, typed, onType}: WordProps) => (
  <s-text-field label={label} maxLength={100} value={typed} onInput={(event) => onType(event.currentTarget.value)} />
);

/**
 * Saves what is ordered for a category. The stored answers are read first, because another page may have added to them; a change in
 * between is refused.
 */
async function save({category, colour, size}: Typed) {
  const {standingAnswers, version} = await callApi<Saved<OrderSettings>>('GET', '/api/settings/orders');
  const words = {colour: colour.trim() || null, size: size.trim() || null};
  const body = {standingAnswers: rememberForCategory(standingAnswers, category, words), version};
  return callApi<Saved<OrderSettings>>('PUT', '/api/settings/orders', {body});
}
