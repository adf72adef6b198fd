import {useEffect} from 'react';

type SaveBarProps = {
  /** Of this bar alone on the page. */
  readonly id: string;
  /** Whether what is typed differs from what is saved. */
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
};

/** Shopify's bar for unsaved changes: there as long as something differs from what is saved, also after a save that failed. */
export function SaveBar({id, isChanged, isSaving, onSave, onDiscard}: SaveBarProps) {
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
