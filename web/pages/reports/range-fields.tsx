import {useState} from 'react';
import {findRangeProblem} from '#domain/reports/periods.ts';
import type {DayRange} from '#domain/reports/report-names.ts';
import {isDay} from './report-view.ts';

type RangeFieldsProps = {
  /** The days that are shown now; null: not loaded yet. */
  readonly shown: DayRange | null;
  readonly onShow: (range: DayRange) => void;
};

/** The first and the last day of a report; it is loaded with the button, when both are right. */
export function RangeFields({shown, onShow}: RangeFieldsProps) {
  const [draft, setDraft] = useState<Partial<DayRange>>({});
  const [isChecked, setChecked] = useState(false);
  const range = {from: draft.from ?? shown?.from ?? '', to: draft.to ?? shown?.to ?? ''};
  const errors = isChecked ? findErrors(range) : {};
  const show = () => {
    setChecked(true);
    if (Object.keys(findErrors(range)).length > 0) return;
    setDraft({});
    onShow(range);
  };
  return (
    <s-grid gridTemplateColumns="@container (inline-size > 490px) 1fr 1fr auto, 1fr" gap="small-200" alignItems="end">
      <s-date-field
        label="First day"
        name="from"
        value={range.from}
        error={errors.from ?? ''}
        onChange={(event) => setDraft({...draft, from: event.currentTarget.value})}
      />
      <s-date-field
        label="Last day"
        name="to"
        value={range.to}
        error={errors.to ?? ''}
        onChange={(event) => setDraft({...draft, to: event.currentTarget.value})}
      />
      <s-button onClick={show}>Show these days</s-button>
    </s-grid>
  );
}

function findErrors(range: DayRange): {readonly from?: string; readonly to?: string} {
  const unread = {
    ...(isDay(range.from) ? {} : {from: 'Enter a day, such as 2026-11-22.'}),
    ...(isDay(range.to) ? {} : {to: 'Enter a day, such as 2026-11-22.'}),
  };
  if (Object.keys(unread).length > 0) return unread;
  const problem = findRangeProblem(range, 'week');
  return problem === null ? {} : {[problem.field]: problem.message};
}
