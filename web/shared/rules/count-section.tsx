import type {Overview} from '#contract/overview.ts';
import type {RulesCount} from '#contract/preview.ts';
import type {Rules} from '#contract/settings.ts';
import {count} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {runQueryKey} from '../api/questions.ts';
import {type RemoteQuery, useRemote} from '../api/remote.ts';
import {rulesApi} from '../api/rules-api.ts';
import {estimateText} from '../form/review.tsx';
import {useValueAfterPause} from '../form/settled.ts';
import {ArticlePicture} from '../list/article-picture.tsx';
import {Loading, StaleNotice} from '../page/loading.tsx';
import {Notice} from '../page/notice.tsx';

type CountSectionProps = {
  /** The rules of the form; null: something in it cannot be read. */
  readonly rules: Rules | null;
  readonly overview: Overview;
  /** The page that sets the prices: of set-up, where it is open. */
  readonly pricesAddress: string;
};

/** What the rules choose and what the next run makes of it, counted while they are edited. */
export function CountSection({rules, overview, pricesAddress}: CountSectionProps) {
  const {remote, isCurrent} = useRulesCount(rules, overview.lastRun);
  const counts = remote.value;
  return (
    <s-section heading="What these rules do">
      {counts === null ? (
        <Loading what="what these rules do" remote={remote} height="180px" />
      ) : (
        <s-stack gap="base">
          <StaleNotice what="what these rules do" remote={remote} />
          <div role="status">
            <s-text>{rules === null ? unreadableText : isCurrent ? summaryText(counts) : 'Counting…'}</s-text>
          </div>
          <CountFigures counts={isCurrent ? counts : null} />
          <ChosenExamples counts={counts} />
          {overview.missingForPrices !== null && (
            <Notice
              tone="warning"
              heading="Nothing can be put on sale yet"
              button={<s-button href={pricesAddress}>Set the prices</s-button>}
            >
              {overview.missingForPrices}
            </Notice>
          )}
        </s-stack>
      )}
    </s-section>
  );
}

const unreadableText = 'A number in a rule cannot be read, so nothing is counted.';

/**
 * What rules do, counted while they are edited, and again when a run begins and ends. The rules are part of the key, so an older answer
 * never replaces a newer one.
 * @param rules null: something in the form cannot be read, so nothing is counted.
 */
const rulesCountQuery = (rules: Rules | null, run: Overview['lastRun']): RemoteQuery<RulesCount> => ({
  key: [...runQueryKey('rules-count', run), JSON.stringify(rules)],
  load: (signal) => rulesApi.count(rules ?? {choice: []}, signal),
  waitMs: () => null,
  keepsPrevious: true,
  outdatesAtOnce: true,
  isOff: rules === null,
});

/** Counts what the rules do once the merchant pauses typing. @param rules null: the form cannot be read, so the last count stays. */
function useRulesCount(rules: Rules | null, run: Overview['lastRun']) {
  const settled = useValueAfterPause(rules);
  const remote = useRemote(rulesCountQuery(settled, run));
  return {remote, isCurrent: remote.isCurrent && rules !== null && JSON.stringify(settled) === JSON.stringify(rules)};
}

/** The number of chosen articles as a sentence, and how many of them were not read yet, so that figures are estimates. */
function summaryText({chosen, unread, variantsEstimated}: RulesCount): string {
  if (chosen === 0) return 'These rules choose no article, so the next update puts nothing into your store.';
  const estimated = variantsEstimated > 0 ? ` ${estimateText(unread)}` : '';
  return `${countNoun(chosen, 'article is', 'articles are')} chosen.${estimated}`;
}

/** @param counts null: they are being counted. */
function CountFigures({counts}: {readonly counts: RulesCount | null}) {
  const about = counts !== null && counts.variantsEstimated > 0 ? 'about ' : '';
  const figures: readonly (readonly [label: string, value: number | undefined, about?: string])[] = [
    ['Chosen articles', counts?.chosen],
    ['Products afterwards', counts?.products, about],
    ['Variants afterwards', counts?.variants, about],
    ['Not on sale', counts?.held],
    ['Newly made', counts?.created, about],
    ['Taken off sale', counts?.retired],
    ['Back on sale', counts?.restored],
  ];
  return (
    <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr 1fr 1fr, 1fr 1fr" gap="base">
      {figures.map(([label, value, prefix = '']) => (
        <s-stack key={label} gap="small-500">
          <s-text color="subdued">{label}</s-text>
          <s-text type="strong" fontVariantNumeric="tabular-nums">
            {value === undefined ? '…' : `${value === 0 ? '' : prefix}${count(value)}`}
          </s-text>
        </s-stack>
      ))}
    </s-grid>
  );
}

/** Pictures of some of the chosen articles, of several brands if there are. The last ones stay while others are being counted. */
function ChosenExamples({counts: {chosen, examples}}: {readonly counts: RulesCount}) {
  if (examples.length === 0) return null;
  return (
    <s-stack gap="small-200">
      <s-text type="strong">
        {examples.length < chosen ? `${count(examples.length)} of the ${count(chosen)} chosen` : 'Chosen'}
      </s-text>
      <div role="list" aria-label="Chosen articles">
        <s-grid
          gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr 1fr 1fr 1fr 1fr, 1fr 1fr 1fr"
          gap="small-200"
        >
          {examples.map(({articleId, name, brand, picture}) => (
            <div role="listitem" key={articleId}>
              <ArticlePicture picture={picture} size="tile" />
              <s-paragraph lineClamp={1}>
                <s-text dir="auto">{name || articleId}</s-text>
              </s-paragraph>
              <s-paragraph lineClamp={1} color="subdued">
                <s-text dir="auto">{brand}</s-text>
              </s-paragraph>
            </div>
          ))}
        </s-grid>
      </div>
    </s-stack>
  );
}
