import {useId, useState} from 'react';
import type {BuyerRefund} from '#contract/buyers/buyer-refund.ts';
import {parseMinor, toDecimal} from '#domain/money.ts';
import {useAction} from '../../shared/api/remote.ts';
import {DecimalField} from '../../shared/form/decimal-field.tsx';
import {sortErrors, useFocusOnError} from '../../shared/form/field-errors.ts';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {readDecimal, writeDecimal} from '../../text/decimal-input.ts';
import {amount, joinWords, money} from '../../text/format.ts';
import {ConfirmModal} from './action-form.tsx';
import {refundBuyer} from './refund-api.ts';

type Offer = NonNullable<BuyerRefund['offer']>;

type RefundFormProps = {
  readonly id: string;
  readonly offer: Offer;
  /** Whether duties are due where the buyer is, which a refund leaves out. */
  readonly hasDuties: boolean;
};

/** The amounts that Shopify suggests, to be lowered, and the button that pays them back. */
export function RefundForm({id, offer, hasDuties}: RefundFormProps) {
  const {currency, canNotify} = offer;
  const [notify, setNotify] = useState(canNotify);
  const [{errors, failure}, setFailed] = useState<ReturnType<typeof sortErrors>>(noErrors);
  const line = useAmount(offer.line, currency, errors['line']);
  const shipping = useAmount(offer.shipping, currency, errors['shipping']);
  const modal = useId();
  const form = useFocusOnError(errors);
  const post = useAction((input: Parameters<typeof refundBuyer>[1]) => refundBuyer(id, input));
  const amounts = readAmounts(line, shipping);
  const button =
    amounts === null
      ? 'Refund the buyer'
      : `Refund ${money(amounts.line, currency)} + ${amount(amounts.shipping, currency)} to the buyer`;
  const pay = async () => {
    if (post.isRunning || amounts === null) return;
    setFailed(noErrors);
    try {
      await post.run({...amounts, notify});
    } catch (failed) {
      setFailed(sortErrors(failed, ['line', 'shipping']));
    }
  };
  const field = ({text, error, type}: Amount) => ({
    unit: currency,
    value: text,
    error,
    onChange: (typed: string) => {
      type(typed);
      setFailed(noErrors);
    },
  });
  const suggested = `Shopify suggests ${money(offer.line, currency)}.`;
  const share = `Of the shipping, this article’s share is ${money(offer.shipping, currency)}.`;
  return (
    <form ref={form} onSubmit={(event) => event.preventDefault()}>
      <s-stack gap="small-200">
        <DecimalField label="For the article" name="line" details={suggested} {...field(line)} />
        <DecimalField label="For shipping" name="shipping" details={share} {...field(shipping)} />
        <WaysBack offer={offer} hasDuties={hasDuties} />
        {canNotify && (
          <s-checkbox
            label="Shopify tells the buyer by e-mail"
            checked={notify}
            onChange={(event) => setNotify(event.currentTarget.checked)}
          />
        )}
        {line.minor === 0 && shipping.minor === 0 && <s-text tone="caution">Enter an amount to refund.</s-text>}
        <ActionFailure failure={failure} heading="No refund is confirmed" />
        <PayButton text={button} modal={modal} isReady={amounts !== null} isRunning={post.isRunning} />
      </s-stack>
      <ConfirmModal id={modal} text={button} question={payQuestion(amounts, currency)} onYes={() => void pay()} />
    </form>
  );
}

/** How the money goes back, and which part of it the merchant pays. */
const WaysBack = ({offer: {ways, byHand}, hasDuties}: Omit<RefundFormProps, 'id'>) => (
  <>
    <s-text color="subdued">
      It goes back the way the buyer paid: {joinWords(ways)}. Nothing is put back into stock.
      {hasDuties && ' Duties are not part of it.'}
    </s-text>
    {byHand.length > 0 && (
      <s-text>
        Shopify cannot pay back {joinWords(byHand)}: it notes the refund, and you pay the buyer that part yourself.
      </s-text>
    )}
  </>
);

const noErrors: ReturnType<typeof sortErrors> = {errors: {}, failure: null};
const payQuestion = (amounts: ReturnType<typeof readAmounts>, currency: string): string =>
  amounts === null
    ? ''
    : `${money(amounts.line + amounts.shipping, currency)} goes back at once. This cannot be taken back.`;

type PayButtonProps = {
  readonly text: string;
  /** The id of the modal that asks first. */
  readonly modal: string;
  readonly isReady: boolean;
  readonly isRunning: boolean;
};

const PayButton = ({text, modal, isReady, isRunning}: PayButtonProps) => (
  <s-stack direction="inline">
    <s-button
      variant="primary"
      disabled={!isReady}
      loading={isRunning}
      {...(isReady ? {commandFor: modal, command: '--show'} : {})}
    >
      {text}
    </s-button>
  </s-stack>
);

/** An amount that is typed, at most what is suggested. */
type Amount = {
  readonly text: string;
  /** Minor units; null while no amount can be read. */
  readonly minor: number | null;
  readonly error: string | undefined;
  readonly type: (text: string) => void;
};

/** The two amounts; null: one cannot be read or is too much, or both are nothing. */
function readAmounts(line: Amount, shipping: Amount): {readonly line: number; readonly shipping: number} | null {
  if (line.minor === null || shipping.minor === null || line.minor + shipping.minor === 0) return null;
  return line.error === undefined && shipping.error === undefined ? {line: line.minor, shipping: shipping.minor} : null;
}

/** @param refusal what the server said of the amount; undefined: nothing. */
function useAmount(most: number, currency: string, refusal: string | undefined): Amount {
  const [text, type] = useState(() => asTyped(most, currency));
  const reading = readDecimal(text, currency);
  const minor = reading.kind === 'empty' ? 0 : reading.kind === 'number' ? parseMinor(reading.value, currency) : null;
  // The field itself asks which of two numbers is meant.
  const wrong = reading.kind === 'ambiguous' ? undefined : whatIsWrong(minor, most, currency);
  return {text, type, minor, error: refusal ?? wrong};
}

/** An amount as it stands in a field at first: with all its decimals, unless three of them could be read as thousands. */
function asTyped(minor: number, currency: string): string {
  const text = toDecimal({minor, currency});
  return /\.\d{3}$/.test(text) ? writeDecimal(Number(text)) : text;
}

/** What is wrong with a typed amount; undefined: nothing. */
function whatIsWrong(minor: number | null, most: number, currency: string): string | undefined {
  if (minor === null || minor < 0) return 'Enter an amount.';
  return minor > most ? `At most ${money(most, currency)}.` : undefined;
}
