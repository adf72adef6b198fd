import {useRef, useState} from 'react';
import type {Preview} from '#contract/preview.ts';
import {ApiFailure} from '../api/api.ts';
import {useAction} from '../api/remote.ts';
import {type FieldErrors, pleaseCorrect, sortErrors} from './field-errors.ts';
import type {SaveBasis, SavingKind, Versioned} from './form-kind.ts';

export type SavingStep<Form> =
  | {readonly kind: 'editing'}
  | {readonly kind: 'counting'}
  /** The merchant reads the effect of the settings; they are saved on confirmation, based on the version they were made from. */
  | {
      readonly kind: 'review' | 'saving';
      readonly settings: Form;
      readonly basis: SaveBasis;
      readonly preview: Preview;
    };

export type Saving<Draft, Form> = {
  readonly step: SavingStep<Form>;
  readonly errors: FieldErrors;
  readonly failure: string | null;
  /** Stays true until the saved settings are loaded again. */
  readonly isSaving: boolean;
  /** How often something was saved since the form was opened. */
  readonly savedTimes: number;
  readonly submit: (draft: Draft) => Promise<void>;
  readonly confirm: () => Promise<void>;
  /** The draft has changed, so its preview is no longer valid. */
  readonly restart: () => void;
};

type Failed = Pick<Saving<never, never>, 'errors' | 'failure'>;
const nothingFailed: Failed = {errors: {}, failure: null};

type SavingOptions<Form> = {
  /** What the server has saved of what was sent. */
  readonly onSaved: (sent: Form, saved: Versioned<Form>) => void;
  /** The server refused: other values were saved since the form was loaded. By now they are loaded. */
  readonly onSavedElsewhere: () => void;
  /** The effect is counted whatever was changed: in set-up of the prices, or where stored settings cannot be read. */
  readonly alwaysCounts: boolean;
};

/**
 * Settings that may change products or prices are previewed first; a preview with an effect is saved once the merchant confirms it.
 * @param base the saved settings the form is based on.
 */
export function useSaving<Draft, Form>(
  kind: SavingKind<Draft, Form>,
  base: Versioned<Form>,
  {onSaved, onSavedElsewhere, alwaysCounts}: SavingOptions<Form>,
): Saving<Draft, Form> {
  const [step, setStep] = useState<SavingStep<Form>>({kind: 'editing'});
  const [failed, setFailed] = useState<Failed>(nothingFailed);
  const [savedTimes, setSavedTimes] = useState(0);
  const draftNumber = useRef(0);
  const save = useAction(async ({settings, basis}: {readonly settings: Form; readonly basis: SaveBasis}) => {
    onSaved(settings, await kind.save(settings, basis));
  });
  const restart = () => {
    draftNumber.current += 1;
    setStep({kind: 'editing'});
    setFailed(nothingFailed);
  };
  const fail = (error: unknown, attempt: number) => {
    if (error instanceof ApiFailure && error.code === 'changed_meanwhile') onSavedElsewhere();
    if (attempt !== draftNumber.current) return;
    setStep({kind: 'editing'});
    const {errors, failure} = sortErrors(error, kind.fieldNames);
    setFailed({errors, failure: failure ?? pleaseCorrect});
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
    if (settings === null) return setFailed({errors, failure: pleaseCorrect});
    try {
      if (!alwaysCounts && !kind.changesProducts(base, settings)) return await put(settings, {version});
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

/** Whether the next run makes, restores, reprices or takes off sale any product, is braked, or something sells at a loss. */
const hasEffect = ({created, restored, retired, takenOffSale, pricesChanged, losing, brakes}: Preview): boolean =>
  created + restored + retired + pricesChanged + losing + brakes.length > 0 || Object.keys(takenOffSale).length > 0;
