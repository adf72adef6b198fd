import {useState} from 'react';
import type {ArticleRow} from '#contract/articles.ts';
import {deletionWord} from '#domain/departure/plan-departure.ts';
import {productsApi} from '../../shared/api/products-api.ts';
import {AskFirstButton} from '../../shared/list/ask-first-button.tsx';
import {type ManualChoiceText, manualChoiceTexts} from '../../shared/list/hand-texts.ts';
import {type Selection, SelectionBar} from '../../shared/list/selection.tsx';
import type {DecisionOutcome} from '../../shared/runs/followed-run.tsx';
import {useDecision} from '../../shared/runs/use-decision.ts';
import {countNoun} from '../../text/words.ts';
import {BulkInStore, type ButtonProps} from './bulk-in-store.tsx';
import {OwnPricePanel} from './own-price-panel.tsx';

type BulkArticlesProps = {
  readonly selection: Selection<ArticleRow>;
  /** A sentence that says how many articles the list has and where those without a price come. */
  readonly totalText: string;
  /** The store's currency; null: not read yet. */
  readonly currency: string | null;
  /** Whether an update may be started at once: set-up is over. */
  readonly mayApply: boolean;
  readonly onDone: (decided: DecisionOutcome) => void;
};

/** The bar above the articles, with the box that selects all of the page and the actions on the selected articles. */
export function BulkArticles({selection, totalText, currency, mayApply, onDone}: BulkArticlesProps) {
  const bulk = useDecision(onDone);
  const [isPricing, setPricing] = useState(false);
  const {chosen} = selection;
  return (
    <>
      <SelectionBar selection={selection} noun="article" lineEnd={<s-text color="subdued">{totalText}</s-text>}>
        {manualChoiceTexts.map((text) => (
          <ManualChoiceButton key={text.button} text={text} chosenArticles={chosen} bulkDecision={bulk} />
        ))}
        {currency !== null && (
          <s-button
            accessibilityLabel={`Own price: ${countNoun(chosen.length, 'article')}`}
            disabled={bulk.runningName !== null}
            onClick={() => setPricing(true)}
          >
            {`Own price (${chosen.length})`}
          </s-button>
        )}
        <BulkInStore chosenArticles={chosen} bulkDecision={bulk} />
        <DeleteButton chosenArticles={chosen} bulkDecision={bulk} />
      </SelectionBar>
      {isPricing && currency !== null && chosen.length > 0 && (
        <OwnPricePanel
          articles={chosen}
          currency={currency}
          mayApply={mayApply}
          onClose={() => setPricing(false)}
          onDone={(decided) => {
            setPricing(false);
            onDone(decided);
          }}
        />
      )}
    </>
  );
}

function ManualChoiceButton({
  text,
  chosenArticles,
  bulkDecision: {runningName, decide},
}: ButtonProps & {readonly text: ManualChoiceText}) {
  const {choice, button, question, done} = text;
  const ids = chosenArticles.filter((article) => article.hand !== choice).map(({id}) => id);
  const choose = async () => {
    const {changed} = await productsApi.choose(ids, choice);
    return {text: `${countNoun(changed, 'article is', 'articles are')} ${done}`, runId: null, waits: changed > 0};
  };
  return (
    <AskFirstButton
      label={`${button} (${ids.length})`}
      heading={`${button}: ${countNoun(ids.length, 'article')}`}
      confirmLabel={button}
      isRunning={runningName === button}
      isDisabled={ids.length === 0 || (runningName !== null && runningName !== button)}
      onConfirm={() => void decide(button, choose)}
    >
      <s-paragraph>{question}</s-paragraph>
    </AskFirstButton>
  );
}

const deleteLabel = 'Delete from the store';

/**
 * The button that deletes the selected articles' products. The word must be typed, because nothing brings a deleted product back as it
 * was.
 */
function DeleteButton({chosenArticles, bulkDecision: {runningName, decide}}: ButtonProps) {
  const [typed, setTyped] = useState('');
  const ids = chosenArticles
    .filter(({productGid, state}) => productGid !== null && state !== 'deleted_in_store')
    .map(({id}) => id);
  const products = countNoun(ids.length, 'product');
  const remove = async (): Promise<DecisionOutcome> => {
    setTyped('');
    const {run} = await productsApi.deleteProducts(ids);
    if (run === null) return {text: 'Nothing was left to delete.', runId: null};
    return {text: `${products} ${ids.length === 1 ? 'is' : 'are'} deleted from your store.`, runId: run.id};
  };
  return (
    <AskFirstButton
      label={`${deleteLabel} (${ids.length})`}
      heading={`${deleteLabel}: ${products}`}
      confirmLabel="Delete"
      tone="critical"
      isRunning={runningName === deleteLabel}
      isDisabled={ids.length === 0 || (runningName !== null && runningName !== deleteLabel)}
      mayConfirm={typed === deletionWord}
      onConfirm={() => void decide(deleteLabel, remove)}
    >
      <s-stack gap="small-200">
        <s-paragraph>
          They are deleted with their addresses, their pictures and everything you changed in them. This cannot be
          undone. Updates do not make them again unless you choose “Always include”.
        </s-paragraph>
        <s-text-field
          label={`Type ${deletionWord} to confirm`}
          value={typed}
          autocomplete="off"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </s-stack>
    </AskFirstButton>
  );
}
