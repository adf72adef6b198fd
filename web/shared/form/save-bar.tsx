import {useEffect} from 'react';
import {useAskBeforeLeaving} from '../page/unsaved-edits.ts';

type SaveBarProps = {
  /** The DOM id of the bar, unique on the page. */
  readonly id: string;
  /** Whether the form differs from the saved settings. */
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
};

/** Shopify's bar for unsaved changes: shown while the form differs from the saved settings, also after a failed save. */
export function SaveBar({id, isChanged, isSaving, onSave, onDiscard}: SaveBarProps) {
  useAskBeforeLeaving(isChanged, {hasSaveBar: true});
  useEffect(() => {
    if (!isChanged) return;
    void shopify.saveBar.show(id);
    return () => void shopify.saveBar.hide(id);
  }, [id, isChanged]);
  return (
    <ui-save-bar id={id}>
      <button type="button" {...{variant: 'primary'}} disabled={isSaving} onClick={onSave}>
        Save
      </button>
      <button type="button" onClick={onDiscard}>
        Discard
      </button>
    </ui-save-bar>
  );
}
