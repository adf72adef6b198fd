import {type FormEvent, useId, useState} from 'react';
import {CarrierField} from '../../shared/form/carrier-field.tsx';
import {sortErrors, useFocusOnError} from '../../shared/form/field-errors.ts';
import {Notice} from '../../shared/page/notice.tsx';
import {useAskBeforeLeaving} from '../../shared/page/unsaved-edits.ts';
import type {ActionField, ActionText} from './action-text.ts';

type TypedValues = Readonly<Record<string, string | boolean>>;

type ActionFormProps = {
  readonly text: ActionText;
  /** Whether the button is the prominent one of the page. */
  readonly isPrimary: boolean;
  /** Sends the action; rejects with the server's error. */
  readonly onAct: (input: TypedValues) => Promise<void>;
};

/** The form of one action on an order. An action with a `question` asks for confirmation. */
export function ActionForm({text, isPrimary, onAct}: ActionFormProps) {
  const {fields} = text;
  const [typed, setTyped] = useState<TypedValues>(() => initialValues(fields));
  const [{errors, failure}, setFailed] = useState<ReturnType<typeof sortErrors>>(noErrors);
  const form = useFocusOnError(errors);
  const [busy, setBusy] = useState(false);
  const modal = useId();
  const names = fields.map(({name}) => name);
  const setSent = useAskBeforeLosingTyped(typed, initialValues(fields));
  const act = async () => {
    if (busy) return;
    setBusy(true);
    setFailed(noErrors);
    try {
      await onAct(withoutEmpty(typed));
      setSent(typed);
    } catch (failed) {
      setFailed(sortErrors(failed, names));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.question === undefined) void act();
  };
  const look = {loading: busy, variant: isPrimary ? 'primary' : 'secondary'} as const;
  return (
    <form ref={form} onSubmit={submit}>
      <s-stack gap="small-200">
        <ActionMeaning text={text} />
        {fields.map((field) => (
          <ActionFormField
            key={field.name}
            field={field}
            value={typed[field.name]}
            error={errors[field.name] ?? ''}
            onChange={(value) => setTyped({...typed, [field.name]: value})}
          />
        ))}
        {failure !== null && (
          <Notice tone="critical" heading="This was not done">
            {failure}
          </Notice>
        )}
        <s-stack direction="inline">
          <s-button
            {...look}
            {...(text.question === undefined ? {type: 'submit'} : {commandFor: modal, command: '--show'})}
          >
            {text.button}
          </s-button>
        </s-stack>
      </s-stack>
      {text.question !== undefined && (
        <ConfirmModal id={modal} text={text.button} question={text.question} onYes={() => void act()} />
      )}
    </form>
  );
}

const ActionMeaning = ({text: {heading, meaning}}: {text: ActionText}) => (
  <>
    {heading !== undefined && <s-heading>{heading}</s-heading>}
    <s-text>{meaning}</s-text>
  </>
);

/**
 * Asks before the page is left while a field differs from its initial value. Call the returned function with the `typed` that was sent,
 * the same object: it no longer counts as unsaved.
 */
function useAskBeforeLosingTyped(typed: TypedValues, initial: TypedValues): (sent: TypedValues) => void {
  const [sent, setSent] = useState<TypedValues | null>(null);
  useAskBeforeLeaving(typed !== sent && Object.keys(initial).some((name) => typed[name] !== initial[name]));
  return setSent;
}

const noErrors: ReturnType<typeof sortErrors> = {errors: {}, failure: null};

/** The initial values of the fields. A tick begins as false, not as empty text, so that `withoutEmpty` keeps it. */
const initialValues = (fields: readonly ActionField[]): TypedValues =>
  Object.fromEntries(fields.map(({kind, name, initial}) => [name, initial ?? (kind === 'tick' ? false : '')] as const));

/** The typed values without empty fields, because the server treats missing fields as not given. */
const withoutEmpty = (typed: TypedValues): TypedValues =>
  Object.fromEntries(Object.entries(typed).filter(([, value]) => typeof value === 'boolean' || value.trim() !== ''));

type ActionFormFieldProps = {
  readonly field: ActionField;
  readonly value: string | boolean | undefined;
  readonly error: string;
  readonly onChange: (value: string | boolean) => void;
};

function ActionFormField({
  field: {kind, name, label, details = '', options = [], unchanged = ''},
  value,
  error,
  onChange,
}: ActionFormFieldProps) {
  if (kind === 'tick') {
    return (
      <s-checkbox
        label={label}
        details={details}
        error={error}
        data-field={name}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  const text = {label, details, error, 'data-field': name, value: typeof value === 'string' ? value : ''};
  if (kind === 'carrier') return <CarrierField {...text} onChange={onChange} />;
  if (kind === 'choice') {
    return (
      <s-select {...text} onChange={(event) => onChange(event.currentTarget.value)}>
        <s-option value="">{unchanged}</s-option>
        {options.map((option) => (
          <s-option key={option} value={option}>
            {option}
          </s-option>
        ))}
      </s-select>
    );
  }
  return kind === 'email' ? (
    <s-email-field {...text} onInput={(event) => onChange(event.currentTarget.value)} />
  ) : (
    <s-text-field {...text} onInput={(event) => onChange(event.currentTarget.value)} />
  );
}

type ConfirmModalProps = {
  readonly id: string;
  readonly text: string;
  readonly question: string;
  readonly onYes: () => void;
};

/** Asks before something that cannot be taken back. */
export function ConfirmModal({id, text, question, onYes}: ConfirmModalProps) {
  return (
    <s-modal id={id} heading={`${text}?`} size="small">
      <s-paragraph>{question}</s-paragraph>
      <s-button slot="secondary-actions" commandFor={id} command="--hide">
        Cancel
      </s-button>
      <s-button slot="primary-action" variant="primary" commandFor={id} command="--hide" onClick={onYes}>
        {text}
      </s-button>
    </s-modal>
  );
}
