import type {ReactNode} from 'react';
import type {Mail} from '#contract/mail/mail.ts';
import {mailEventSettings, mailSettings} from '#domain/settings/mail.ts';
import {DescribedFields} from '../../shared/form/described-field.tsx';
import {SavingState} from '../../shared/form/saving-state.tsx';
import {SettingsForm, useSettingsForm} from '../../shared/form/settings-form.tsx';
import {Notice} from '../../shared/page/notice.tsx';
import {AddressState} from './address-state.tsx';
import {LastMails} from './last-mails.tsx';
import {mailFormKind} from './mail-api.ts';

const {mailAddress, unpaidHours} = mailSettings;

type MailFormProps = {
  readonly mail: Mail;
  /** Shown at the top of the form. */
  readonly children: ReactNode;
};

/** The form of the mails, with the state of the address and the last mails. */
export function MailForm({mail, children}: MailFormProps) {
  const state = useSettingsForm(mailFormKind, mail);
  const {fields, saving} = state;
  const top = (
    <>
      <SavingState saving={saving} currency={null} />
      {children}
      {!mail.isOn && <OffSection />}
    </>
  );
  return (
    <SettingsForm state={state} id="mail-save-bar" top={top}>
      <s-section heading="Where mails go">
        <s-stack gap="base">
          <DescribedFields settings={{mailAddress}} {...fields} />
          <AddressState mail={mail} />
        </s-stack>
      </s-section>
      <s-section heading="What mails are about">
        <s-paragraph color="subdued">
          At most one mail about each of them in a day. No mail names a buyer or an order.
        </s-paragraph>
        <DescribedFields settings={mailEventSettings} {...fields} />
        <DescribedFields settings={{unpaidHours}} {...fields} />
      </s-section>
      <LastMails mails={mail.last} />
    </SettingsForm>
  );
}

/** What is shown while the app cannot send mails. */
const OffSection = () => (
  <s-section accessibilityLabel="Mail is off">
    <Notice tone="warning" heading="Mail is off">
      Whoever runs Piecewise has not set a mail server (SMTP_URL). What you choose here is kept, and nothing is sent.
    </Notice>
  </s-section>
);
