import {useRef, useState} from 'react';
import type {Preview} from '#contract/preview.ts';
import {ApiFailure} from '../api/api.ts';
import {useAction} from '../api/remote.ts';
import {correctMarkedText, type FieldErrors, sortErrors} from './field-errors.ts';
import type {SaveBasis, SavingKind, Versioned} from './form-kind.ts';
import {hasWrittenFields} from './written-fields.ts';

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
  /** Which of these saves was the last one that waits for an update; 0: none does. */
  readonly waitingSave: number;
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

function toSaveFailure(error: unknown, fieldNames: Parameters<typeof sortErrors>[1]): SaveFailure {
  const {errors, failure} = sortErrors(error, fieldNames);
  return {errors, failure: failure ?? correctMarkedText};
}

type SavingOptions<Form> = {
  /** Called when the server has saved `sent`. */
  readonly onSaved: (sent: Form, saved: Versioned<Form>) => void;
  /** Called when the server refused because other values were saved since the form was loaded. By then those values are loaded. */
  readonly onSavedElsewhere: () => void;
  /** Whether each save previews the effect, whatever was changed; true when set-up saves the prices. */
  readonly alwaysPreviews: boolean;
  /** Whether new products come only once the merchant asks for everything in set-up: then they alone need no confirmation. */
  readonly createsLater?: boolean;
};

/**
 * Saves settings. Those that may change products or prices are previewed first; if the preview has an effect, the merchant must confirm it.
 * @param base the saved settings the form is based on.
 */
export function useSaving<Draft, Form>(
  kind: SavingKind<Draft, Form>,
  base: Versioned<Form>,
  {onSaved, onSavedElsewhere, alwaysPreviews, createsLater = false}: SavingOptions<Form>,
): Saving<Draft, Form> {
  const [step, setStep] = useState<SavingStep<Form>>({kind: 'editing'});
  const [failed, setFailed] = useState<SaveFailure>(noFailure);
  const [saves, setSaves] = useState({savedTimes: 0, waitingSave: 0});
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
    setFailed(toSaveFailure(error, kind.fieldNames));
  };
  const put = async (settings: Form, basis: SaveBasis, preview: Preview | null = null) => {
    await save.run({settings, basis});
    shopify.toast.show('Saved');
    setStep({kind: 'editing'});
    setSaves(countSave(saves, preview, kind));
  };
  const submit = async (draft: Draft) => {
    restart();
    const counted = draftNumber.current;
    const {settings, errors} = kind.read(draft, base);
    if (settings === null) return setFailed({errors, failure: correctMarkedText});
    try {
      if (!alwaysPreviews && !kind.changesProducts(base, settings)) return await put(settings, {version: base.version});
      setStep({kind: 'counting'});
      const preview = await kind.preview(settings);
      if (counted !== draftNumber.current) return;
      const basis = {version: base.version, previewId: preview.id};
      if (hasEffect(preview, {...kind, createsLater})) return setStep({kind: 'review', settings, basis, preview});
      await put(settings, basis, preview);
    } catch (error) {
      fail(error, counted);
    }
  };
  const confirm = async () => {
    if (step.kind !== 'review') return;
    const reviewed = draftNumber.current;
    setStep({...step, kind: 'saving'});
    try {
      await put(step.settings, step.basis, step.preview);
    } catch (error) {
      fail(error, reviewed);
    }
  };
  return {step, ...failed, isSaving: save.isRunning, ...saves, submit, confirm, restart};
}

/** What counts as an effect: `reviewsFields`: written fields too; `createsLater`: the next run makes none of the new products. */
type EffectRules = {readonly reviewsFields?: boolean; readonly createsLater?: boolean};

/** Counts one more save. @param preview what the saved settings do; null: they change no product. */
function countSave({savedTimes, waitingSave}: Saves, preview: Preview | null, rules: EffectRules): Saves {
  const waits = preview !== null && (hasEffect(preview, rules) || preview.updated > 0);
  return {savedTimes: savedTimes + 1, waitingSave: waits ? savedTimes + 1 : waitingSave};
}

type Saves = Pick<Saving<never, never>, 'savedTimes' | 'waitingSave'>;

/**
 * Whether the preview has anything to confirm: the next run makes, restores, reprices or takes off sale a product, a brake is set, something
 * sells at a loss, or a field is written that the form reviews.
 */
function hasEffect(preview: Preview, {reviewsFields = false, createsLater = false}: EffectRules): boolean {
  const {created, restored, retired, takenOffSale, pricesChanged, losing, brakes} = preview;
  const counted = restored + retired + pricesChanged + losing + brakes.length + (createsLater ? 0 : created);
  return counted > 0 || Object.keys(takenOffSale).length > 0 || (reviewsFields && hasWrittenFields(preview));
}
