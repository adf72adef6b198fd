import type {OwnPriceEffect, OwnPrices} from '#contract/products/own-prices.ts';
import {countryInSentence, euros, money} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {ActionFailure} from '../page/action-failure.tsx';
import {marginWords} from '../pricing/left-per-piece.tsx';
import {movesText, priceMove, warningCounts, warningsOf} from './own-price-words.ts';
import type {OwnPricesReview} from './use-own-prices.ts';

type PreviewProps = {
  readonly review: OwnPricesReview;
  /** Whether an update may be started at once: set-up is over. */
  readonly mayApply: boolean;
};

/** What the own prices would do, before they are saved; nothing while nothing is looked at. */
export const OwnPricesPreview = ({review, mayApply}: PreviewProps) => (
  <div role="status">
    {review.refused !== null && <ActionFailure {...review.refused} />}
    {review.shown !== null && (
      <s-box background="subdued" borderRadius="base" padding="small">
        <s-stack gap="small-200">
          <Effect answer={review.shown.answer} />
          <s-stack direction="inline" gap="small-200">
            {countChanges(review.shown.answer) > 0 && <SaveButtons review={review} mayApply={mayApply} />}
            <s-button disabled={review.isSaving} onClick={review.close}>
              {countChanges(review.shown.answer) > 0 ? 'Cancel' : 'Close'}
            </s-button>
          </s-stack>
        </s-stack>
      </s-box>
    )}
  </div>
);

const changesOf = ({effects}: OwnPrices): readonly OwnPriceEffect[] => effects.filter(({state}) => state === 'changes');
const countChanges = (answer: OwnPrices): number => changesOf(answer).length;

const SaveButtons = ({review, mayApply}: PreviewProps) => (
  <>
    <s-button variant="primary" loading={review.isSaving} onClick={() => review.save(mayApply)}>
      {mayApply ? 'Save and update now' : 'Save'}
    </s-button>
    {mayApply && (
      <s-button disabled={review.isSaving} onClick={() => review.save(false)}>
        Save, update tonight
      </s-button>
    )}
  </>
);

function Effect({answer}: {readonly answer: OwnPrices}) {
  const {effects, currency} = answer;
  const changes = changesOf(answer);
  const [only] = effects;
  if (changes.length === 0) return <s-text type="strong">Nothing to save: it is so already</s-text>;
  if (effects.length === 1 && only !== undefined) return <OneEffect effect={only} currency={currency} />;
  const same = effects.length - changes.length;
  // Those that say something come first.
  const sample = changes.toSorted((one, other) => other.warnings.length - one.warnings.length).slice(0, sampleSize);
  return (
    <>
      <s-text type="strong">{`Not saved yet: ${countNoun(changes.length, 'article changes', 'articles change')}`}</s-text>
      <s-text>{movesText(changes)}</s-text>
      {warningCounts(changes).map((text) => (
        <s-text key={text} tone="caution">
          {text}
        </s-text>
      ))}
      {sample.map((effect) => (
        <s-text key={effect.articleId}>
          <span dir="auto">{effect.name || effect.articleId}</span>: {priceMove(effect, currency)}
          {leftWords(effect, currency)}. {warningsOf(withoutLoss(effect), currency).join(' ')}
        </s-text>
      ))}
      {changes.length > sample.length && (
        <s-text>{`And ${countNoun(changes.length - sample.length, 'more article')}.`}</s-text>
      )}
      {same > 0 && <s-text>{`${countNoun(same, 'article is', 'articles are')} so already.`}</s-text>}
    </>
  );
}

const sampleSize = 3;

function OneEffect({effect, currency}: {readonly effect: OwnPriceEffect; readonly currency: string}) {
  const {cost, left} = effect;
  return (
    <>
      <s-text type="strong">{`Not saved yet: ${priceMove(effect, currency)}`}</s-text>
      {cost !== null && <s-text>{`Cost ${euros(cost)}`}</s-text>}
      {left !== null && (
        <s-text>{`Left per piece, worst zone: ${money(left.left, currency)} (${marginWords(left)})`}</s-text>
      )}
      {warningsOf(effect, currency).map((text) => (
        <s-text key={text} tone="caution">
          {text}
        </s-text>
      ))}
    </>
  );
}

/** The amount that is left says it already. */
const withoutLoss = (effect: OwnPriceEffect): OwnPriceEffect => ({
  ...effect,
  warnings: effect.warnings.filter((warning) => warning !== 'loses'),
});

const leftWords = ({left}: OwnPriceEffect, currency: string): string =>
  left === null ? '' : `, ${money(left.left, currency)} left in ${countryInSentence(left.zone)}`;
