import {useRef, useState} from 'react';
import type {Preview} from '#contract/preview.ts';
import type {SavedSettings, SettingsForm} from '#contract/settings.ts';
import {ApiFailure, api} from '../../api.ts';
import {type FieldErrors, pleaseCorrect, sortErrors} from '../../field-errors.ts';
import {useAction} from '../../remote.ts';
import {changesProducts, fieldNames, type SettingsDraft, settingsOf} from './settings-draft.ts';

export type SavingStep =
  | {readonly kind: 'editing'}
  | {readonly kind: 'counting'}
  /** The merchant reads the effect of the settings; they are saved on confirmation. */
  | {readonly kind: 'review' | 'saving'; readonly settings: SettingsForm; readonly preview: Preview};

export type Saving = {
  readonly step: SavingStep;
  readonly errors: FieldErrors;
  readonly failure: string | null;
  /** Until the saved settings are loaded again, too. */
  readonly isSaving: boolean;
  readonly submit: (draft: SettingsDraft) => Promise<void>;
  readonly confirm: () => Promise<void>;
  /** The draft has changed, so its preview is no longer valid. */
  readonly restart: () => void;
};

const editing: SavingStep = {kind: 'editing'};

type Failed = Pick<Saving, 'errors' | 'failure'>;
const nothingFailed: Failed = {errors: {}, failure: null};

type Put = {
  readonly settings: SettingsForm;
  /** The version the form is based on. */
  readonly version: string;
  readonly previewId?: string;
};

type SavingOptions = {
  /** What the server has saved of what was sent. */
  readonly onSaved: (sent: SettingsForm, saved: SavedSettings) => void;
  /** The server refused: other values were saved since the form was loaded. By now they are loaded. */
  readonly onSavedElsewhere: () => void;
  /** Some stored settings cannot be read, so the effect of a save is counted whatever was changed. */
  readonly alwaysCounts: boolean;
};

/**
 * Settings that change products or prices are saved only after the merchant has seen their effect.
 * @param base the saved settings the form is based on.
 */
export function useSettingsSaving(
  base: SavedSettings,
  {onSaved, onSavedElsewhere, alwaysCounts}: SavingOptions,
): Saving {
  const [step, setStep] = useState<SavingStep>(editing);
  const [failed, setFailed] = useState<Failed>(nothingFailed);
  const draftNumber = useRef(0);
  const save = useAction(async ({settings, ...basis}: Put) => {
    const saved = await api.saveSettings(settings, basis);
    onSaved(settings, saved);
  });
  const restart = () => {
    draftNumber.current += 1;
    setStep(editing);
    setFailed(nothingFailed);
  };
  const fail = (error: unknown, attempt: number) => {
    if (error instanceof ApiFailure && error.code === 'changed_meanwhile') onSavedElsewhere();
    if (attempt !== draftNumber.current) return;
    setStep(editing);
    const {errors, failure} = sortErrors(error, fieldNames);
    setFailed({errors, failure: failure ?? pleaseCorrect});
  };
  const put = async (settings: SettingsForm, previewId?: string) => {
    await save.run({settings, version: base.version, ...(previewId === undefined ? {} : {previewId})});
    shopify.toast.show('Saved');
  };
  const submit = async (draft: SettingsDraft) => {
    restart();
    const counted = draftNumber.current;
    const {settings, errors} = settingsOf(draft);
    if (settings === null) return setFailed({errors, failure: pleaseCorrect});
    try {
      if (!alwaysCounts && !changesProducts(base, settings)) return await put(settings);
      setStep({kind: 'counting'});
      const preview = await api.previewSettings(settings);
      if (counted !== draftNumber.current) return;
      if (hasEffect(preview)) return setStep({kind: 'review', settings, preview});
      await put(settings, preview.id);
      setStep(editing);
    } catch (error) {
      fail(error, counted);
    }
  };
  const confirm = async () => {
    if (step.kind !== 'review') return;
    const reviewed = draftNumber.current;
    setStep({...step, kind: 'saving'});
    try {
      await put(step.settings, step.preview.id);
      setStep(editing);
    } catch (error) {
      fail(error, reviewed);
    }
  };
  return {step, ...failed, isSaving: save.isRunning, submit, confirm, restart};
}

/** Whether the next run creates, retires, restores or reprices any product, is braked, or something sells at a loss. */
const hasEffect = ({created, restored, retired, pricesChanged, losing, brakes}: Preview): boolean =>
  created + restored + retired + pricesChanged + losing + brakes.length > 0;
