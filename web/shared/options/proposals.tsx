import {useState} from 'react';
import {useLocation} from 'react-router';
import type {Proposals} from '#contract/options/unanswered.ts';
import type {OptionName} from '#domain/options/defined-options.ts';
import {joinWords} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {useAttempt} from '../api/remote.ts';
import {articleListFilterAt, buyableArticlesView, unansweredAddress} from '../list/shown-articles.ts';
import {ActionFailure} from '../page/action-failure.tsx';
import type {DecisionOutcome} from '../runs/followed-run.tsx';
import {unansweredApi} from './unanswered-api.ts';

/** What the catalogue's texts propose for some articles. `ids` null: for all that would ask. */
type Shown = {readonly proposals: Proposals; readonly ids: readonly string[] | null};

/** What a press did not do, and why. */
type Refused = {readonly heading: string; readonly failure: string};

export type ProposalsReview = {
  readonly shown: Shown | null;
  /** Loads what would be taken over for these articles, or for all. */
  readonly look: (ids: readonly string[] | null) => void;
  /** @param applyNow whether an update makes the variants at once. */
  readonly accept: (applyNow: boolean) => void;
  readonly close: () => void;
  readonly isRunning: boolean;
  /** How the last press failed; null after a success and from the next press on. */
  readonly refused: Refused | null;
};

/**
 * Looks at proposals and takes over what was shown; what could not be taken over has to be looked at again. @param onDone called with what
 * it led to.
 */
export function useProposals(option: OptionName, onDone: (decided: DecisionOutcome) => void): ProposalsReview {
  const [shown, setShown] = useState<Shown | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const close = () => {
    setShown(null);
    setRefused(null);
  };
  const looking = useAttempt(
    (ids: readonly string[] | null) =>
      unansweredApi.proposals({option, ...(ids === null ? {} : {articleIds: [...ids]})}),
    {
      onDone: (proposals, ids) => setShown({proposals, ids}),
      onRefused: (failure) => setRefused({heading: 'Not looked at', failure}),
    },
  );
  const accepting = useAttempt(
    ({
      shown: {
        proposals: {previewId},
        ids,
      },
      applyNow,
    }: {
      readonly shown: Shown;
      readonly applyNow: boolean;
    }) =>
      unansweredApi.proposals({
        option,
        ...(ids === null ? {} : {articleIds: [...ids]}),
        ...(previewId === null ? {} : {previewId}),
        applyNow,
      }),
    {
      onDone: (proposals) => {
        setShown(null);
        const {runId, accepted} = proposals;
        onDone({text: acceptedText(option, proposals), runId, waits: accepted > 0});
      },
      onRefused: (failure) => {
        setShown(null);
        setRefused({heading: 'Not taken over', failure});
      },
    },
  );
  return {
    shown,
    look: (ids) => {
      close();
      void looking.attempt(ids);
    },
    accept: (applyNow) => {
      if (shown !== null) void accepting.attempt({shown, applyNow});
    },
    close,
    isRunning: looking.isRunning || accepting.isRunning,
    refused,
  };
}

/** What a text can mean that is no sure proposal. */
const unclearTexts: Readonly<Record<OptionName, string>> = {
  sizes: 'the text may list several sizes, or name one that fits them all',
  colours: 'the text may list several colours, or name one of several',
};

const leftText = (option: OptionName, {unclear, without}: Proposals): readonly string[] => [
  ...(unclear > 0
    ? [
        `${countNoun(unclear, 'article is', 'articles are')} left: ${unclearTexts[option]}. Look at each and press “Take over” in its row.`,
      ]
    : []),
  ...(without > 0 ? [`For ${countNoun(without, 'article')} the catalogue proposes nothing.`] : []),
];

const acceptedText = (option: OptionName, proposals: Proposals): string =>
  [
    `${countNoun(proposals.accepted, 'article has', 'articles have')} the proposed ${option}.`,
    proposals.accepted > 0 && proposals.runId === null
      ? 'The next update makes their variants; until then an order asks.'
      : '',
    ...leftText(option, proposals),
  ]
    .filter(Boolean)
    .join(' ');

type ReviewProps = {
  readonly option: OptionName;
  readonly review: ProposalsReview;
  /** Whether an update may be started at once: set-up is over. */
  readonly mayApply: boolean;
};

/** What taking over the proposals would do, before it is done; nothing while nothing is looked at. */
export const ProposalsPreview = ({option, review, mayApply}: ReviewProps) => (
  <div role="status">
    {review.refused !== null && <ActionFailure {...review.refused} />}
    {review.shown !== null && (
      <s-box background="subdued" borderRadius="base" padding="small">
        <s-stack gap="small-200">
          <s-text type="strong">{headingText(option, review.shown.proposals)}</s-text>
          <ProposalsEffect option={option} proposals={review.shown.proposals} />
          <s-stack direction="inline" gap="small-200">
            {review.shown.proposals.accepted > 0 && <AcceptButtons review={review} mayApply={mayApply} />}
            {review.shown.proposals.unclear > 0 && <LookAtEach option={option} />}
            <s-button onClick={review.close}>{review.shown.proposals.accepted > 0 ? 'Cancel' : 'Close'}</s-button>
          </s-stack>
        </s-stack>
      </s-box>
    )}
  </div>
);

/** The way to the list with a button for each; nothing on that list itself. */
function LookAtEach({option}: Pick<ReviewProps, 'option'>) {
  const {pathname, search} = useLocation();
  const shown = articleListFilterAt(new URLSearchParams(search), buyableArticlesView);
  const isThere = pathname === '/products' && shown.view.option === option;
  return isThere ? null : <s-button href={unansweredAddress(option, null)}>Look at each</s-button>;
}

const AcceptButtons = ({review, mayApply}: Pick<ReviewProps, 'review' | 'mayApply'>) => (
  <>
    <s-button variant="primary" loading={review.isRunning} onClick={() => review.accept(mayApply)}>
      {mayApply ? 'Accept, update now' : 'Accept'}
    </s-button>
    {mayApply && (
      <s-button disabled={review.isRunning} onClick={() => review.accept(false)}>
        Accept, update tonight
      </s-button>
    )}
  </>
);

const headingText = (option: OptionName, {accepted}: Proposals): string =>
  accepted === 0
    ? 'No text has only one meaning'
    : `Not saved yet: ${countNoun(accepted, 'article')} would get ${option} from the catalogue’s text`;

function ProposalsEffect({option, proposals}: {readonly option: OptionName; readonly proposals: Proposals}) {
  const {accepted, sample, variants, variantsNow, isMore} = proposals;
  const more = accepted - sample.length;
  return (
    <s-stack gap="small-400">
      {accepted > 0 && (
        <s-text>
          {`The next update makes ${countNoun(variants, 'variant')} of ${accepted === 1 ? 'it' : 'them'}`}
          {variantsNow === 0 ? '.' : `, in place of the ${countNoun(variantsNow, 'variant')} in your store.`}
        </s-text>
      )}
      {sample.map(({articleId, name, text, words}) => (
        <s-text key={articleId}>
          <span dir="auto">{name || articleId}</span>: “<span dir="auto">{text}</span>” becomes {joinWords(words)}
        </s-text>
      ))}
      {more > 0 && <s-text>{`And ${countNoun(more, 'more article')}.`}</s-text>}
      {leftText(option, proposals).map((text) => (
        <s-text key={text}>{text}</s-text>
      ))}
      {isMore && <s-text>More articles follow once these are done.</s-text>}
    </s-stack>
  );
}
