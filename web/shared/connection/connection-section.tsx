import type {Connection} from '#contract/connection.ts';
import {callApi} from '../api/api.ts';
import {useAttempt} from '../api/remote.ts';
import {ActionFailure} from '../page/action-failure.tsx';
import {KeyForm} from './key-form.tsx';

const checkKeys = () => callApi<Connection>('POST', '/api/connection/check');

/** The section with the supplier's two keys. Each is verified when it is saved; afterwards only its last four characters are shown. */
export function ConnectionSection({connection}: {connection: Connection}) {
  const {catalogue, dropship, supportEmail} = connection;
  const states = [catalogue.state, dropship.state];
  return (
    <s-section heading="Connection to the supplier">
      <s-paragraph color="subdued">
        {states.includes('absent')
          ? 'The supplier gives you two keys. Piecewise tries each key when you connect it, stores it encrypted and never shows it again. No keys yet? Write to '
          : 'A key is lost or refused? The supplier revokes it and issues a new one. Write to '}
        {supportEmail === null ? 'the supplier' : <s-link href={`mailto:${supportEmail}`}>{supportEmail}</s-link>} from
        the address on your account with the supplier{states.includes('absent') && ', and ask for both'}.
      </s-paragraph>
      <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr, 1fr" gap="large">
        <KeyForm
          name="catalogue-key"
          title="Catalogue key"
          purpose="Reads articles, texts and images."
          keyState={catalogue}
          owner={catalogue.partner}
          notes={catalogue.notes}
        />
        <KeyForm
          name="dropship-key"
          title="Dropship key"
          purpose="Checks what can be sold and places your orders."
          keyState={dropship}
          owner={null}
          notes={[]}
        />
      </s-grid>
      {states.some((state) => state === 'accepted' || state === 'rejected') && <CheckKeys />}
    </s-section>
  );
}

/** Asks the supplier about the stored keys now. */
function CheckKeys() {
  const {attempt, isRunning, failure} = useAttempt(checkKeys, {
    onDone: ({catalogue, dropship}) => {
      // What is refused stays on the page, above the button.
      if (catalogue.state !== 'rejected' && dropship.state !== 'rejected') shopify.toast.show('The supplier answered');
    },
  });
  return (
    <s-stack gap="small">
      <s-stack direction="inline">
        <s-button loading={isRunning} onClick={() => void attempt(undefined)}>
          Check now
        </s-button>
      </s-stack>
      <ActionFailure failure={failure} heading="Not checked" />
    </s-stack>
  );
}
