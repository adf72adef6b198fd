import {useRef, useState} from 'react';
import type {Preview} from '#contract/preview.ts';
import {ApiFailure} from '../api/api.ts';
import {useAction} from '../api/remote.ts';
import {correctMarkedText, type FieldErrors, sortErrors} from './field-errors.ts';
import type {SaveBasis, SavingKind, Versioned} from './form-kind.ts';

/**
 * How far a save is. editing: not begun, or saved without a review; counting: its effect is being counted; review: the merchant is asked
 * to confirm the effect; saving: the merchant has confirmed.
 */
export type SavingStep<Form> =
  | {readonly kind: 'editing'}
  | {readonly kind: 'counting'}
  /** The merchant reads the effect of the settings, which are saved once confirmed, based on the version they were made from. */
  | {
      readonly kind: 'review' | 'saving';
      readonly settings: Form;
      /** The version and the preview that the save names. */
      readonly basis: SaveBasis;
      readonly preview: Preview;
    };

/** The state of saving a form, and its actions. */
export type Saving<Draft, Form> = {
  readonly step: SavingStep<Form>;
  readonly errors: FieldErrors;
  /** Why the last save failed, as a text beside the form; null: it did not fail. */
  readonly failure: string | null;
  /** Whether a save is running; true until the saved settings are loaded again. */
  readonly isSaving: boolean;
  /** How often the form was saved since it was opened. */
  readonly savedTimes: number;
  /** Saves the draft; one that may change products is previewed first. */
  readonly submit: (draft: Draft) => Promise<void>;
  /** Saves what the merchant has reviewed; does nothing unless a review is shown. */
  readonly confirm: () => Promise<void>;
  /** Call it when the draft has changed, because its preview is no longer valid. */
  readonly restart: () => void;
};

/** Errors by field, and a text beside the form; both are empty if nothing failed. */
type SaveFailure = Pick<Saving<never, never>, 'errors' | 'failure'>;
const noFailure: SaveFailure = {errors: {}, failure: null};

type SavingOptions<Form> = {
  /** Called when the server has saved `sent`. */
  readonly onSaved: (sent: Form, saved: Versioned<Form>) => void;
  /** Called when the server refused because other values were saved since the form was loaded. By then those values are loaded. */
  readonly onSavedElsewhere: () => void;
  /** Whether each save previews the effect, whatever was changed; true when set-up saves the prices. */
  readonly alwaysPreviews: boolean;
};

/**
 * Saves settings. Those that may change products or prices are previewed first; if the preview has an effect, the merchant must confirm it.
 * @param base the saved settings the form is based on.
 */
export function useSaving<Draft, Form>(
  kind: SavingKind<Draft, Form>,
  base: Versioned<Form>,
  {onSaved, onSavedElsewhere, alwaysPreviews}: SavingOptions<Form>,
): Saving<Draft, Form> {
  const [step, setStep] = useState<SavingStep<Form>>({kind: 'editing'});
  const [failed, setFailed] = useState<SaveFailure>(noFailure);
  const [savedTimes, setSavedTimes] = useState(0);
  const draftNumber = useRef(0);
  const save = useAction(async ({settings, basis}: {readonly settings: Form; readonly basis: SaveBasis}) => {
    onSaved(settings, await kind.save(settings, basis));
  });
  const restart = () => {
    draftNumber.current += 1;
    setStep({kind: 'editing'});
    setFailed(noFailure);
  };
  const fail = (error: unknown, attempt: number) => {
    if (error instanceof ApiFailure && error.code === 'changed_meanwhile') onSavedElsewhere();
    if (attempt !== draftNumber.current) return;
    setStep({kind: 'editing'});
    const {errors, failure} = sortErrors(error, kind.fieldNames);
    setFailed({errors, failure: failure ?? correctMarkedText});
  };
  const put = async (settings: Form, basis: SaveBasis) => {
    await save.run({settings, basis});
    shopify.toast.show('Saved');
    setStep({kind: 'editing'});
    setSavedTimes((times) => times + 1);
  };
  const submit = async (draft: Draft) => {
    restart();
    const counted = draftNumber.current;
    const {version} = base;
    const {settings, errors} = kind.read(draft, base);
    if (settings === null) return setFailed({errors, failure: correctMarkedText});
    try {
      if (!alwaysPreviews && !kind.changesProducts(base, settings)) return await put(settings, {version});
      setStep({kind: 'counting'});
      const preview = await kind.preview(settings);
      if (counted !== draftNumber.current) return;
      const basis = {version, previewId: preview.id};
      if (hasEffect(preview)) return setStep({kind: 'review', settings, basis, preview});
      await put(settings, basis);
    } catch (error) {
      fail(error, counted);
    }
  };
  const confirm = async () => {
    if (step.kind !== 'review') return;
    const reviewed = draftNumber.current;
    setStep({...step, kind: 'saving'});
    try {
      await put(step.settings, step.basis);
    } catch (error) {
      fail(error, reviewed);
    }
  };
  return {step, ...failed, isSaving: save.isRunning, savedTimes, submit, confirm, restart};
}

/**
 * Whether the preview has anything to confirm: the next run makes, restores, reprices or takes off sale a product, a brake is set, or
 * something sells at a loss.
 */
const hasEffect = ({created, restored, retired, takenOffSale, pricesChanged, losing, brakes}: Preview): boolean =>
  created + restored + retired + pricesChanged + losing + brakes.length > 0 || Object.keys(takenOffSale).length > 0;
