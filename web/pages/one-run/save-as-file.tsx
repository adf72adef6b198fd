import {useState} from 'react';
import type {Run} from '#contract/runs.ts';
import {minute} from '#domain/durations.ts';
import {sentenceOf} from '../../shared/api/api.ts';
import {type ChangesAsked, runsApi} from '../../shared/api/runs-api.ts';
import {Notice} from '../../shared/page/notice.tsx';

type SaveAsFileProps = {readonly run: Run; readonly filter: Pick<ChangesAsked, 'kind' | 'field'>};

/** Saves the changes that the filter shows as a file for a spreadsheet. */
export function SaveAsFile({run, filter}: SaveAsFileProps) {
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const save = async () => {
    setError(null);
    setSaving(true);
    try {
      saveFile(await runsApi.changesFile(run.id, filter), `run-${run.startedAt.slice(0, 10)}.csv`);
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

/** Has the browser save it under this name. */
function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Firefox still reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(address), minute);
}
