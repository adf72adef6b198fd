import {useState} from 'react';
import type {ArticleRow} from '#contract/articles.ts';
import {sentenceOf} from '../../api.ts';
import {useAction} from '../../remote.ts';
import {counted} from '../../words.ts';
import type {Decided} from '../decisions/followed-run.tsx';
import {AskFirstButton} from '../list/ask-first-button.tsx';
import {type Hand, productsApi} from './products-api.ts';

type BulkArticlesProps = {
  /** The rows of the page: only they can be chosen. */
  readonly articles: readonly ArticleRow[];
  readonly chosen: readonly ArticleRow[];
  readonly onChoose: (ids: readonly string[], isChosen: boolean) => void;
  readonly onDone: (decided: Decided) => void;
};

/** Above the rows: chooses all of the page, and offers what can be done to the chosen articles. */
export function BulkArticles({articles, chosen, onChoose, onDone}: BulkArticlesProps) {
  const bulk = useBulk(chosen, onDone);
  return (
    <s-stack direction="inline" gap="small-200" alignItems="center">
      <s-checkbox
        label={chosen.length === 0 ? 'Choose all on this page' : `${counted(chosen.length, 'article')} chosen`}
        checked={articles.length > 0 && chosen.length === articles.length}
        indeterminate={chosen.length > 0 && chosen.length < articles.length}
        onChange={(event) =>
          onChoose(
            articles.map(({id}) => id),
            event.currentTarget.checked,
          )
        }
      />
      {chosen.length > 0 && (
        <>
          {handTexts.map((text) => (
            <HandButton key={text.button} text={text} chosen={chosen} bulk={bulk} />
          ))}
          <DeleteButton chosen={chosen} bulk={bulk} />
        </>
      )}
    </s-stack>
  );
}

type HandText = {
  readonly hand: Hand;
  readonly button: string;
  readonly question: string;
  /** After the number of articles. */
  readonly done: string;
};

export const handTexts: readonly HandText[] = [
  {
    hand: 'picked',
    button: 'Choose by hand',
    question:
      'The next run puts them into your store, whatever your rules say. One that you deleted in your store is made again.',
    done: 'chosen by hand. The next run puts them into your store.',
  },
  {
    hand: 'left_out',
    button: 'Leave out by hand',
    question: 'The next run takes those that are in your store off sale, and none of your rules chooses them.',
    done: 'left out by hand. The next run takes those that are in your store off sale.',
  },
  {
    hand: null,
    button: 'Back to the rules',
    question: 'From the next run on, your rules alone decide whether they are in your store.',
    done: 'back to the rules. The next run does what they say.',
  },
];

type Bulk = {
  readonly running: string | null;
  readonly act: (name: string, act: () => Promise<Decided>) => Promise<void>;
};

function useBulk(chosen: readonly ArticleRow[], onDone: (decided: Decided) => void): Bulk {
  const [running, setRunning] = useState<string | null>(null);
  const action = useAction((work: () => Promise<Decided>) => work());
  const act = async (name: string, work: () => Promise<Decided>) => {
    if (running !== null || chosen.length === 0) return;
    setRunning(name);
    try {
      onDone(await action.run(work));
    } catch (failed) {
      onDone({text: sentenceOf(failed), runId: null});
    } finally {
      setRunning(null);
    }
  };
  return {running, act};
}

type ButtonProps = {readonly chosen: readonly ArticleRow[]; readonly bulk: Bulk};

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

/** Products that are there; the word must be typed, because nothing brings a deleted product back as it was. */
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
