import type {ArticleRow} from '#contract/articles.ts';
import {productsApi} from '../../shared/api/products-api.ts';
import {AskFirstButton} from '../../shared/list/ask-first-button.tsx';
import type {DecisionOutcome} from '../../shared/runs/followed-run.tsx';
import type {DecisionAction} from '../../shared/runs/use-decision.ts';
import {countNoun} from '../../text/words.ts';

export type ButtonProps = {readonly chosenArticles: readonly ArticleRow[]; readonly bulkDecision: DecisionAction};

/** One action on the products of several articles. */
type StoreAction = {
  readonly button: string;
  readonly tone?: 'critical';
  /** Whether the action is for this article. */
  readonly isFor: (article: ArticleRow) => boolean;
  readonly question: string;
  readonly act: (articles: readonly ArticleRow[]) => Promise<DecisionOutcome>;
};

const storeActions: readonly StoreAction[] = [
  {
    button: 'Publish',
    isFor: ({isOwnDraft}) => isOwnDraft,
    question: 'An update puts them on sale now, in your Online Store too. One that may not be sold waits until it may.',
    act: (articles) => publish(articles.map(({id}) => id)),
  },
  {
    button: 'Take off sale',
    tone: 'critical',
    isFor: ({state, productGid}) => state === 'active' && productGid !== null,
    question:
      'From this moment they cannot be bought, and no update puts them back. “Always include” or “Back to the rules” takes that back with the next update.',
    act: takeOffSale,
  },
  {
    button: 'Give back',
    isFor: ({edited}) => edited,
    question:
      'What you changed of these products in your store is overwritten, and Piecewise keeps it up to date again. An update does that now.',
    act: giveBack,
  },
];

/** The buttons that change the products of the selected articles in the store; only those that are for one of them. */
export const BulkInStore = ({chosenArticles, bulkDecision: {runningName, decide}}: ButtonProps) =>
  storeActions.map(({button, tone, isFor, question, act}) => {
    const articles = chosenArticles.filter(isFor);
    if (articles.length === 0 && runningName !== button) return null;
    return (
      <AskFirstButton
        key={button}
        label={`${button} (${articles.length})`}
        heading={`${button}: ${countNoun(articles.length, 'product')}`}
        confirmLabel={button}
        {...(tone === undefined ? {} : {tone})}
        isRunning={runningName === button}
        isDisabled={articles.length === 0 || (runningName !== null && runningName !== button)}
        onConfirm={() => void decide(button, () => act(articles))}
      >
        <s-paragraph>{question}</s-paragraph>
      </AskFirstButton>
    );
  });

/** Publishes these drafts, or all. */
export async function publish(articleIds: readonly string[] | 'all'): Promise<DecisionOutcome> {
  const {asked, run} = await productsApi.publish(articleIds);
  if (asked === 0) return {text: 'Nothing was left to publish.', runId: null};
  const text = `${countNoun(asked, 'draft is', 'drafts are')} published by ${run === null ? 'the next update' : 'this update'}.`;
  return {text, runId: run?.id ?? null, waits: run === null};
}

async function takeOffSale(articles: readonly ArticleRow[]): Promise<DecisionOutcome> {
  const {results} = await productsApi.takeOffSale(articles.map(({id}) => id));
  const notDone = results.filter(({isOffSale}) => !isOffSale);
  const done = results.length - notDone.length;
  const sentences = [
    done > 0 && `${countNoun(done, 'product is', 'products are')} off sale.`,
    notDone.length > 0 && `${countNoun(notDone.length, 'product is', 'products are')} not off sale yet.`,
  ];
  return {
    text: sentences.filter(Boolean).join(' '),
    runId: null,
    notDone: notDone.map(({id, text}) => ({id, name: nameOf(articles, id), why: text})),
  };
}

async function giveBack(articles: readonly ArticleRow[]): Promise<DecisionOutcome> {
  const {results, run} = await productsApi.giveBack(articles.map(({id}) => id));
  const given = results.filter(({fields}) => fields > 0).length;
  const same = results.length - given;
  const sentences = [
    given > 0 && `${countNoun(given, 'product is', 'products are')} given back.`,
    same > 0 && `${countNoun(same, 'product was', 'products were')} given back already.`,
  ];
  return {text: sentences.filter(Boolean).join(' '), runId: run?.id ?? null, waits: run === null && given > 0};
}

const nameOf = (articles: readonly ArticleRow[], id: string): string =>
  articles.find((article) => article.id === id)?.name || id;
