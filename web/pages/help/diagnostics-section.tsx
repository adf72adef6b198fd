import {useState} from 'react';
import type {Diagnostics} from '#contract/help/diagnostics.ts';
import type {RemoteData} from '../../shared/api/remote.ts';
import {LabelledFact} from '../../shared/details/fact.tsx';
import {usePermissionRequest} from '../../shared/page/access-banners.tsx';
import {CopyButton} from '../../shared/page/copy-button.tsx';
import {Loading, StaleNotice} from '../../shared/page/loading.tsx';
import {age, count, dateAndTime} from '../../text/format.ts';
import {DiagnosticsLists, runText} from './diagnostics-lists.tsx';
import {toReport} from './report.ts';

const what = 'the diagnostics';

/** The state of the store as far as the database knows it, and the button that copies it as a text. */
export const DiagnosticsSection = ({remote}: {readonly remote: RemoteData<Diagnostics>}) => (
  <s-section heading="Diagnostics">
    <s-paragraph color="subdued">
      The state of this store, for the operator of Piecewise. The report holds no keys and nothing of buyers.
    </s-paragraph>
    <StaleNotice what={what} remote={remote} />
    {remote.value === null ? (
      <Loading what={what} remote={remote} height="480px" />
    ) : (
      <Facts diagnostics={remote.value} onRefresh={remote.refresh} />
    )}
  </s-section>
);

type FactsProps = {readonly diagnostics: Diagnostics; readonly onRefresh: () => void};

function Facts({diagnostics, onRefresh}: FactsProps) {
  const {at, versions, access, webhooks, runs, setAside} = diagnostics;
  const report = toReport(diagnostics);
  const [isRefused, setRefused] = useState(false);
  return (
    <s-stack gap="small">
      <CopyButton name="Report" accessibilityLabel="Copy report" text={report} onOutcome={setRefused}>
        Copy report
      </CopyButton>
      {isRefused && <ByHand text={report} />}
      <LabelledFact label="As of">{dateAndTime(at)}</LabelledFact>
      <Keys keys={diagnostics.keys} />
      <Permissions access={access} onRefresh={onRefresh} />
      <LabelledFact label="Webhooks waiting">{waitingText(webhooks.waiting, at)}</LabelledFact>
      <LabelledFact label="Last update">{runs.last === null ? 'None yet' : runText(runs.last)}</LabelledFact>
      <LabelledFact label="Articles that could not be used">{count(setAside)}</LabelledFact>
      <LabelledFact label="Version">
        {`Piecewise ${versions.app}, schema ${versions.schema}, Node ${versions.node}`}
      </LabelledFact>
      <DiagnosticsLists diagnostics={diagnostics} />
      <s-stack direction="inline">
        <s-button onClick={onRefresh}>Read again</s-button>
      </s-stack>
    </s-stack>
  );
}

const keyWords: Readonly<Record<Diagnostics['keys']['catalogue']['state'], string>> = {
  absent: 'missing',
  accepted: 'accepted',
  rejected: 'refused by the supplier',
  unreadable: 'cannot be read, enter it again',
};

const Keys = ({keys: {catalogue, dropship}}: Pick<Diagnostics, 'keys'>) => (
  <>
    <KeyFact label="Catalogue key" of={catalogue} read="whole catalogue" />
    <KeyFact label="Dropship key" of={dropship} read="whole list" />
  </>
);

type KeyFactProps = {
  readonly label: string;
  readonly of: Diagnostics['keys']['catalogue'];
  /** What is read with the key. */
  readonly read: string;
};

/** What is known of a key; for one that does not work, with the link to where it is entered. */
const KeyFact = ({label, of, read}: KeyFactProps) => (
  <LabelledFact label={label}>
    <s-stack gap="small-300" alignItems="start">
      <s-text>{keyText(of, read)}</s-text>
      {of.state !== 'accepted' && (
        <s-button href="/settings/connection" accessibilityLabel={`Enter a key: ${label}`}>
          Enter a key
        </s-button>
      )}
    </s-stack>
  </LabelledFact>
);

type PermissionsProps = {readonly access: Diagnostics['access']; readonly onRefresh: () => void};

/** Which permissions the store has given, and the button that asks for those that are missing. */
function Permissions({access, onRefresh}: PermissionsProps) {
  const {answer, request} = usePermissionRequest({missingScopes: access.missing, onGranted: onRefresh});
  return (
    <LabelledFact label="Permissions">
      <s-stack gap="small-300" alignItems="start">
        <s-text>{permissionsText(access)}</s-text>
        {access.missing.length > 0 && <s-button onClick={() => void request()}>Give the permission</s-button>}
        {answer !== null && <s-text>{answer}</s-text>}
      </s-stack>
    </LabelledFact>
  );
}

const keyText = ({state, lastGoodAt}: Diagnostics['keys']['catalogue'], read: string): string =>
  `${keyWords[state]}; ${lastGoodAt === null ? `the ${read} was never read` : `${read} last read ${dateAndTime(lastGoodAt)}`}`;

function permissionsText({needsReauth, stopped, granted, missing}: Diagnostics['access']): string {
  const lacking = missing.length === 0 ? 'none missing' : `missing: ${missing.join(', ')}`;
  const token = needsReauth ? '; open the app once more, so that Shopify grants access' : '';
  return `${count(granted.length)} granted, ${lacking}${token}${stopped === null ? '' : '; sending is stopped'}`;
}

const waitingText = ({count: number, oldestAt}: Diagnostics['webhooks']['waiting'], at: string): string =>
  oldestAt === null
    ? 'None'
    : `${count(number)}, the oldest for ${age(oldestAt, new Date(at))}. Those about products wait while an update runs.`;

/** The report in a field, for a browser that lets no page copy. */
const ByHand = ({text}: {readonly text: string}) => (
  <s-text-area
    label="Report"
    details="Press Ctrl A and Ctrl C in it, on a Mac ⌘ A and ⌘ C."
    rows={10}
    readOnly
    value={text}
  />
);
