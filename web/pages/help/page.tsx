import type {Diagnostics} from '#contract/help/diagnostics.ts';
import {callApi} from '../../shared/api/api.ts';
import {type RemoteQuery, useRemote} from '../../shared/api/remote.ts';
import {AnswersSection} from './answers-section.tsx';
import {SupplierSection, SupportSection} from './contact-sections.tsx';
import {DiagnosticsSection} from './diagnostics-section.tsx';
import {StepsSection} from './steps-section.tsx';

/** Read when the page is opened, and on request: it is the state at one time, which the report names. */
const diagnosticsQuery: RemoteQuery<Diagnostics> = {
  key: ['diagnostics'],
  load: (signal) => callApi('GET', '/api/diagnostics', {signal}),
  waitMs: () => null,
  isReadOnce: true,
};

/** How it works, answers, whom to write to, and the state of the store as a report. Only addresses and report wait for the server. */
export function Page() {
  const diagnostics = useRemote(diagnosticsQuery);
  return (
    <s-page heading="Help">
      <s-link slot="breadcrumb-actions" href="/settings">
        Settings
      </s-link>
      <s-stack gap="base">
        <StepsSection />
        <AnswersSection />
        <SupplierSection diagnostics={diagnostics.value} />
        <SupportSection diagnostics={diagnostics.value} />
        <DiagnosticsSection remote={diagnostics} />
      </s-stack>
    </s-page>
  );
}
