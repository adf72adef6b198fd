import type {Connection} from '#contract/connection.ts';
import {KeyForm} from './key-form.tsx';

/** The section with the supplier's two keys. Each is verified when it is saved; afterwards only its last four characters are shown. */
export function ConnectionSection({connection}: {connection: Connection}) {
  const {catalogue, dropship, supportEmail} = connection;
  return (
    <s-section heading="Connection to the supplier">
      <s-paragraph color="subdued">
        The supplier gives you two keys. Piecewise tries each key when you connect it, stores it encrypted and never
        shows it again. No keys yet? Write to{' '}
        {supportEmail === null ? 'the supplier' : <s-link href={`mailto:${supportEmail}`}>{supportEmail}</s-link>} from
        the address on your account with the supplier, and ask for both.
      </s-paragraph>
      <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr, 1fr" gap="large">
        <KeyForm
          name="catalogue-key"
          title="Catalogue key"
          purpose="Reads articles, texts and images."
          keyState={catalogue}
          owner={catalogue.partner}
        />
        <KeyForm
          name="dropship-key"
          title="Dropship key"
          purpose="Checks what can be sold and places your orders."
          keyState={dropship}
          owner={null}
        />
      </s-grid>
    </s-section>
  );
}
