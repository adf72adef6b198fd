// Saves the options that a merchant defines: shows errors at their fields, and why nothing was saved.
import {useState} from 'react';
import type {ArticleDetail} from '#contract/article.ts';
import type {DefinedOptions} from '#domain/options/defined-options.ts';
import {ApiFailure, callApi} from '../../shared/api/api.ts';
import {useAction} from '../../shared/api/remote.ts';
import {type FieldErrors, sortErrors} from '../../shared/form/field-errors.ts';

/** Errors by field, and a text beside the form; both are empty if nothing failed. */
type SaveFailure = {readonly errors: FieldErrors; readonly failure: string | null};
const noFailure: SaveFailure = {errors: {}, failure: null};

type SavedOptions = ArticleDetail['options']['defined'];

type SavingOptions = SaveFailure & {
  readonly isSaving: boolean;
  /** Saves the options. @param version of the saved options that they are based on. */
  readonly save: (options: DefinedOptions, version: string) => Promise<void>;
  /** Call it when the draft has changed, because its errors no longer apply. */
  readonly clearErrors: () => void;
};

/**
 * Saves the options of the article `id`. @param onSavedElsewhere called when the server refused because other options were saved
 * meanwhile.
 */
export function useSavingOptions(
  id: string,
  onSaved: (sent: DefinedOptions, saved: SavedOptions) => void,
  onSavedElsewhere: () => void,
): SavingOptions {
  const [failed, setFailed] = useState(noFailure);
  const action = useAction(async (body: DefinedOptions & {readonly version: string}) => {
    const path = `/api/articles/${encodeURIComponent(id)}/options`;
    const {options} = await callApi<ArticleDetail>('PUT', path, {body});
    onSaved(body, options.defined);
  });
  const save = async (options: DefinedOptions, version: string) => {
    setFailed(noFailure);
    try {
      await action.run({...options, version});
      shopify.toast.show('Saved');
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'changed_meanwhile') onSavedElsewhere();
      setFailed(sortErrors(error, ['colours', 'sizes']));
    }
  };
  return {...failed, isSaving: action.isRunning, save, clearErrors: () => setFailed(noFailure)};
}
