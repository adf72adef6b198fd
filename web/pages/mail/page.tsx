import {useRemote} from '../../shared/api/remote.ts';
import {Loading, StaleSection} from '../../shared/page/loading.tsx';
import {mailQuery} from './mail-api.ts';
import {MailForm} from './mail-form.tsx';

/** The mails: where they go, what they are about, and which were sent last. */
export function Page() {
  const remote = useRemote(mailQuery);
  return (
    <s-page heading="Mail">
      <s-link slot="breadcrumb-actions" href="/settings">
        Settings
      </s-link>
      {remote.value === null ? (
        <s-section heading="Where mails go">
          <Loading what="the settings of the mails" remote={remote} height="320px" />
        </s-section>
      ) : (
        <MailForm mail={remote.value}>
          <StaleSection what="the settings of the mails" remote={remote} />
        </MailForm>
      )}
    </s-page>
  );
}
