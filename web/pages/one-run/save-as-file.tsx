import {useState} from 'react';
import type {Run} from '#contract/runs.ts';
import {sentenceOf} from '../../shared/api/api.ts';
import {type ChangesRequest, runsApi} from '../../shared/api/runs-api.ts';
import {Notice} from '../../shared/page/notice.tsx';
import {saveFile} from '../../shared/page/save-file.ts';

type SaveAsFileProps = {readonly run: Run; readonly filter: Pick<ChangesRequest, 'kind' | 'field'>};

/** The button that saves the filtered changes as a file for a spreadsheet. */
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
