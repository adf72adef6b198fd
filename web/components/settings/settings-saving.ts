import {useRef, useState} from 'react';
import type {Preview} from '#contract/preview.ts';
import type {SettingsForm} from '#contract/settings.ts';
import {ApiFailure, api, sentenceOf} from '../../api.ts';
import {useAction} from '../../remote.ts';
import {changesProducts, type FieldErrors, type SettingsDraft, settingsOf} from './settings-draft.ts';

export type SavingStep =
  | {readonly kind: 'editing'}
  | {readonly kind: 'counting'}
  /** The merchant reads the effect of the settings; they are saved on confirmation. */
  | {readonly kind: 'review' | 'saving'; readonly settings: SettingsForm; readonly preview: Preview};

export type Saving = {
  readonly step: SavingStep;
  readonly errors: FieldErrors;
  readonly failure: string | null;
  readonly submit: (draft: SettingsDraft) => Promise<void>;
  readonly confirm: () => Promise<void>;
  /** The draft has changed, so its preview is no longer valid. */
  readonly restart: () => void;
};

const editing: SavingStep = {kind: 'editing'};

/**
 * Settings that change products or prices are saved only after the merchant has seen their effect.
 * @param saved null: some stored settings cannot be read, so their effect is always counted.
 */
export function useSettingsSaving(saved: SettingsForm | null): Saving {
  const [step, setStep] = useState<SavingStep>(editing);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const draftNumber = useRef(0);
  const save = useAction(({settings, previewId}: {settings: SettingsForm; previewId?: string}) =>
    api.saveSettings(settings, previewId),
  );
  const restart = () => {
    draftNumber.current += 1;
    setStep(editing);
    setErrors({});
    setFailure(null);
  };
  const fail = (error: unknown) => {
    setStep(editing);
    if (error instanceof ApiFailure && error.field !== undefined) setErrors({[error.field]: error.message});
    setFailure(sentenceOf(error));
  };
  const put = async (settings: SettingsForm, previewId?: string) => {
    await save.run({settings, ...(previewId === undefined ? {} : {previewId})});
    shopify.toast.show('Saved');
  };
  const submit = async (draft: SettingsDraft) => {
    restart();
    const counted = draftNumber.current;
    const {settings, errors: wrong} = settingsOf(draft);
    setErrors(wrong);
    if (settings === null) return setFailure('Please correct what is marked below.');
    try {
      if (saved !== null && !changesProducts(saved, settings)) return await put(settings);
      setStep({kind: 'counting'});
      const preview = await api.previewSettings(settings);
      if (counted !== draftNumber.current) return;
      if (hasEffect(preview)) return setStep({kind: 'review', settings, preview});
      await put(settings, preview.id);
      setStep(editing);
    } catch (error) {
      if (counted === draftNumber.current) fail(error);
    }
  };
  const confirm = async () => {
    if (step.kind !== 'review') return;
    setStep({...step, kind: 'saving'});
    try {
      await put(step.settings, step.preview.id);
      setStep(editing);
    } catch (error) {
      fail(error);
    }
  };
  return {step, errors, failure, submit, confirm, restart};
}

/** Whether the next run creates, retires, restores or reprices any product, is braked, or something sells at a loss. */
const hasEffect = ({created, restored, retired, pricesChanged, losing, brakes}: Preview): boolean =>
  created + restored + retired + pricesChanged + losing + brakes.length > 0;
