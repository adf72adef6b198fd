import {useState} from 'react';
import type {ArticleRow} from '#contract/articles.ts';
import {productsApi} from '../../shared/api/products-api.ts';
import {AskFirstButton} from '../../shared/list/ask-first-button.tsx';
import {type HandText, handTexts} from '../../shared/list/hand-texts.ts';
import {type Selection, SelectionBar} from '../../shared/list/selection.tsx';
import type {Decided} from '../../shared/runs/followed-run.tsx';
import {type Decision, useDecision} from '../../shared/runs/use-decision.ts';
import {counted} from '../../text/words.ts';

type BulkArticlesProps = {
  readonly selection: Selection<ArticleRow>;
  /** How many articles the whole list has. */
  readonly total: string;
  readonly onDone: (decided: Decided) => void;
};

/** Above the rows: chooses all of the page, and offers what can be done to the chosen articles. */
export function BulkArticles({selection, total, onDone}: BulkArticlesProps) {
  const bulk = useDecision(onDone);
  const {chosen} = selection;
  return (
    <SelectionBar selection={selection} what="article" aside={<s-text color="subdued">{total}</s-text>}>
      {handTexts.map((text) => (
        <HandButton key={text.button} text={text} chosen={chosen} bulk={bulk} />
      ))}
      <DeleteButton chosen={chosen} bulk={bulk} />
    </SelectionBar>
  );
}

type ButtonProps = {readonly chosen: readonly ArticleRow[]; readonly bulk: Decision};

function HandButton({text, chosen, bulk: {running, act}}: ButtonProps & {readonly text: HandText}) {
  const {hand, button, question, done} = text;
  const ids = chosen.filter((article) => article.hand !== hand).map(({id}) => id);
  const choose = async () => {
    const {changed} = await productsApi.choose(ids, hand);
    return {text: `${counted(changed, 'article')} ${done}`, runId: null};
  };
  return (
    <AskFirstButton
      label={`${button} (${ids.length})`}
      what={`${button}: ${counted(ids.length, 'article')}`}
      confirm={button}
      isRunning={running === button}
      isDisabled={ids.length === 0 || (running !== null && running !== button)}
      onConfirm={() => void act(button, choose)}
    >
      <s-paragraph>{question}</s-paragraph>
    </AskFirstButton>
  );
}

const deletion = 'Delete from the store';
const word = 'delete';

/** Deletes products that are in the store. The word must be typed, because nothing brings a deleted product back as it was. */
function DeleteButton({chosen, bulk: {running, act}}: ButtonProps) {
  const [typed, setTyped] = useState('');
  const ids = chosen
    .filter(({productGid, state}) => productGid !== null && state !== 'deleted_in_store')
    .map(({id}) => id);
  const products = counted(ids.length, 'product');
  const remove = async (): Promise<Decided> => {
    setTyped('');
    const {run} = await productsApi.deleteProducts(ids);
    if (run === null) return {text: 'Nothing was left to delete.', runId: null};
    return {text: `${products} ${ids.length === 1 ? 'is' : 'are'} deleted from your store.`, runId: run.id};
  };
  return (
    <AskFirstButton
      label={`${deletion} (${ids.length})`}
      what={`${deletion}: ${products}`}
      confirm="Delete"
      tone="critical"
      isRunning={running === deletion}
      isDisabled={ids.length === 0 || (running !== null && running !== deletion)}
      mayConfirm={typed.trim().toLowerCase() === word}
      onConfirm={() => void act(deletion, remove)}
    >
      <s-stack gap="small-200">
        <s-paragraph>
          They are deleted with their addresses, their pictures and everything you changed in them. This cannot be
          undone. Runs do not make them again unless you choose them by hand.
        </s-paragraph>
        <s-text-field
          label={`Type “${word}” to confirm`}
          value={typed}
          autocomplete="off"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </s-stack>
    </AskFirstButton>
  );
}
