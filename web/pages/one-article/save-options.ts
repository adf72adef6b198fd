// Saving the options a merchant defines: errors at their fields, and the reason where nothing was saved.
import {useState} from 'react';
import type {ArticleDetail} from '#contract/article.ts';
import type {DefinedOptions} from '#domain/options/defined-options.ts';
import {ApiFailure, ask} from '../../shared/api/api.ts';
import {useAction} from '../../shared/api/remote.ts';
import {type FieldErrors, sortErrors} from '../../shared/form/field-errors.ts';

type Failed = {readonly errors: FieldErrors; readonly failure: string | null};
const nothingFailed: Failed = {errors: {}, failure: null};

type Saved = ArticleDetail['options']['defined'];

type SavingOptions = Failed & {
  readonly isSaving: boolean;
  readonly save: (options: DefinedOptions, version: string) => Promise<void>;
  /** To be called when the draft has changed: its errors no longer apply. */
  readonly forget: () => void;
};

export function useSavingOptions(
  id: string,
  onSaved: (sent: DefinedOptions, saved: Saved) => void,
  onSavedElsewhere: () => void,
): SavingOptions {
  const [failed, setFailed] = useState(nothingFailed);
  const action = useAction(async (body: DefinedOptions & {readonly version: string}) => {
    const path = `/api/articles/${encodeURIComponent(id)}/options`;
    const {options} = await ask<ArticleDetail>('PUT', path, {body});
    onSaved(body, options.defined);
  });
  const save = async (options: DefinedOptions, version: string) => {
    setFailed(nothingFailed);
    try {
      await action.run({...options, version});
      shopify.toast.show('Saved');
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'changed_meanwhile') onSavedElsewhere();
      setFailed(sortErrors(error, ['colours', 'sizes']));
    }
  };
  return {...failed, isSaving: action.isRunning, save, forget: () => setFailed(nothingFailed)};
}
