import {useState} from 'react';
import {useNavigate, useSearchParams} from 'react-router';
import type {Report, ReportBy} from '#contract/reports/report.ts';
import {noRateNote} from '#domain/margins/margin.ts';
import {reportFileName} from '#domain/reports/report-names.ts';
import {type RemoteData, useRemote} from '../../shared/api/remote.ts';
import {ListFilter} from '../../shared/list/list-filter.tsx';
import {Loading, StaleNotice} from '../../shared/page/loading.tsx';
import {Notice} from '../../shared/page/notice.tsx';
import {PausedBanner} from '../../shared/page/paused-banner.tsx';
import {SaveAsFile} from '../../shared/page/save-as-file.tsx';
import {RangeFields} from './range-fields.tsx';
import {ReportCharts} from './report-charts.tsx';
import {readSort, shownSort, sortsOf} from './report-sorts.ts';
import {ReportTable} from './report-table.tsx';
import {
  addressOf,
  dayNumbers,
  groupings,
  hasSingleDays,
  loadReportFile,
  type ReportRange,
  type ReportView,
  readView,
  reportQuery,
  toView,
} from './report-view.ts';
import {keptText, leftOutText, toFigures} from './report-words.ts';

const ranges = [
  ...dayNumbers.map((days) => ({value: days, label: `${days} days`})),
  {value: 'own', label: 'Own range'},
];

/** What was sold, what it cost and what is left: by day, week or month, or by what was sold. The address says which report it is. */
export function Page() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const view = readView(query);
  const report = useRemote(reportQuery(view));
  const show = (next: ReportView) => void navigate(addressOf(next), {replace: true});
  return (
    <s-page heading="Reports" inlineSize="large">
      <PausedBanner of={report.value} />
      <s-section accessibilityLabel="Which report">
        <Choice view={view} report={report.value} onShow={show} />
      </s-section>
      {report.value === null ? (
        <s-section accessibilityLabel="The report in figures">
          <Loading what="the report" remote={report} height="600px" />
        </s-section>
      ) : (
        <Shown view={view} report={report.value} remote={report} onShow={show} />
      )}
    </s-page>
  );
}

type ChoiceProps = {
  readonly view: ReportView;
  readonly report: Report | null;
  readonly onShow: (view: ReportView) => void;
};

function Choice({view, report, onShow}: ChoiceProps) {
  const {by, range, sort} = view;
  const [opensOwn, setOpensOwn] = useState(false);
  const isOwn = opensOwn || 'from' in range;
  const shown = isOwn ? 'own' : 'days' in range ? range.days : '30';
  const showRange = (next: ReportRange) => {
    setOpensOwn(false);
    onShow(toView({...view, range: next}));
  };
  return (
    <s-stack gap="small-200">
      <ListFilter
        views={ranges}
        view={ranges.find(({value}) => value === shown) ?? {value: 'own', label: ''}}
        onView={({value}) => {
          const days = dayNumbers.find((one) => one === value);
          if (days === undefined) setOpensOwn(true);
          else showRange({days});
        }}
        sorts={report === null || report.total.orders === 0 ? [] : sortsOf(by)}
        sorting={{value: shownSort(sort, by), onSort: (value) => onShow({...view, sort: readSort(value)})}}
        besideSearch={
          <s-select
            label="By"
            value={by}
            onChange={({currentTarget: {value}}) => onShow(toView({...view, by: value as ReportBy}))}
          >
            {Object.entries(groupings).map(([value, label]) => (
              <s-option key={value} value={value} disabled={value === 'day' && !hasSingleDays(range)}>
                {label}
              </s-option>
            ))}
          </s-select>
        }
      />
      {isOwn && <RangeFields shown={report} onShow={showRange} />}
    </s-stack>
  );
}

type ShownProps = {
  readonly view: ReportView;
  readonly report: Report;
  readonly remote: RemoteData<Report>;
  readonly onShow: (view: ReportView) => void;
};

function Shown({view, report, remote, onShow}: ShownProps) {
  const kept = keptText(report);
  if (report.total.orders === 0) {
    return (
      <s-section heading="No orders">
        <StaleNotice what="the report" remote={remote} />
        <s-paragraph color="subdued">
          No shopper bought one of your products in these days. Each store order with an article of the supplier counts
          here from the day it was placed. {kept}
        </s-paragraph>
      </s-section>
    );
  }
  const leftOut = leftOutText(report);
  return (
    <>
      <s-section accessibilityLabel="The report in figures">
        <StaleNotice what="the report" remote={remote} />
        <FiguresOf report={report} />
        {(leftOut !== null || kept !== null) && (
          <s-paragraph color="subdued">
            {leftOut} {kept}
          </s-paragraph>
        )}
        {!report.hasRate && report.currency !== null && report.settingsUnreadable === null && (
          <Notice
            tone="warning"
            heading="Amounts are not known"
            button={<s-button href="/pricing">Set the exchange rate</s-button>}
          >
            {noRateNote(report.currency)}
          </Notice>
        )}
      </s-section>
      {report.total.amounts !== null && report.currency !== null && (
        <s-section accessibilityLabel="Chart">
          <ReportCharts report={report} />
        </s-section>
      )}
      <s-section heading={`By ${groupings[report.by].toLowerCase()}`}>
        <SaveAsFile load={() => loadReportFile(view)} name={reportFileName(report)} />
        <ReportTable
          report={report}
          sort={shownSort(view.sort, report.by)}
          onSort={(value) => onShow({...view, sort: readSort(value)})}
          isLoading={!remote.isCurrent}
        />
      </s-section>
    </>
  );
}

const FiguresOf = ({report}: {readonly report: Report}) => (
  <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr 1fr 1fr, 1fr 1fr" gap="base">
    {toFigures(report).map(({label, value, note}) => (
      <s-stack key={label} gap="small-400">
        <s-text color="subdued">{label}</s-text>
        <s-text fontSize="large-100" type="strong" fontVariantNumeric="tabular-nums">
          {value}
        </s-text>
        <s-text color="subdued" fontSize="small">
          {note}
        </s-text>
      </s-stack>
    ))}
  </s-grid>
);
