import {useState} from 'react';
import {sentenceOf} from '../api/api.ts';
import {Notice} from './notice.tsx';
import {saveFile} from './save-file.ts';

type SaveAsFileProps = {
  /** Loads the file; rejects with the server's refusal. */
  readonly load: () => Promise<Blob>;
  /** The name under which it is saved. */
  readonly name: string;
};

/** The button that saves what a list shows, as it is filtered, as a file for a spreadsheet. */
export function SaveAsFile({load, name}: SaveAsFileProps) {
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const save = async () => {
    setError(null);
    setSaving(true);
    try {
      saveFile(await load(), name);
    } catch (failed) {
      setError(sentenceOf(failed));
    } finally {
      setSaving(false);
    }
  };
  return (
    <s-stack gap="small-200">
      <s-stack direction="inline">
        <s-button loading={isSaving} onClick={() => void save()}>
          Save as CSV
        </s-button>
      </s-stack>
      {error !== null && (
        <Notice tone="critical" heading="The file was not saved">
          {error}
        </Notice>
      )}
    </s-stack>
  );
}
