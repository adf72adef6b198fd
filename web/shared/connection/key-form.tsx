import {type FormEvent, useState} from 'react';
import type {Connection} from '#contract/connection.ts';
import {dateAndTime} from '../../text/format.ts';
import type {Tone} from '../../text/words.ts';
import {ApiFailure, callApi, sentenceOf} from '../api/api.ts';
import {useAction, useAttempt} from '../api/remote.ts';
import {ActionFailure} from '../page/action-failure.tsx';
import {useAskBeforeLeaving} from '../page/unsaved-edits.ts';

type KeyState = Connection['dropship'];
type KeyName = 'catalogue-key' | 'dropship-key';

const connectKey = (name: KeyName, key: string) => callApi<Connection>('PUT', `/api/connection/${name}`, {body: {key}});
const disconnectKey = (name: KeyName) => callApi<Connection>('DELETE', `/api/connection/${name}`);

type KeyFormProps = {
  readonly name: KeyName;
  readonly title: string;
  /** What the key is used for, as a sentence. */
  readonly purpose: string;
  readonly keyState: KeyState;
  /** The key's owner, as the supplier named them. */
  readonly owner: string | null;
  /** What the supplier noted about the key, such as what it does not have. */
  readonly notes: readonly string[];
};

const keyStateBadges: Readonly<Record<KeyState['state'], {label: string; tone: Tone}>> = {
  absent: {label: 'Not connected', tone: 'neutral'},
  accepted: {label: 'Connected', tone: 'success'},
  rejected: {label: 'No longer accepted', tone: 'critical'},
  unreadable: {label: 'To be entered again', tone: 'critical'},
};

/** One key: its state, a field to connect or replace it, and a way to disconnect it. */
export function KeyForm({name, title, purpose, keyState, owner, notes}: KeyFormProps) {
  const [replacing, setReplacing] = useState(false);
  const asks = keyState.state !== 'accepted' || replacing;
  const badge = keyStateBadges[keyState.state];
  const changed = () => setReplacing(false);
  return (
    <s-stack gap="small">
      <s-stack direction="inline" gap="small-200">
        <s-heading>{title}</s-heading>
        <s-badge tone={badge.tone}>{badge.label}</s-badge>
      </s-stack>
      <s-text color="subdued">{purpose}</s-text>
      {keyState.last4 !== null && (
        <s-text>
          Key ending in <s-text type="strong">{keyState.last4}</s-text>
          {owner !== null && `, registered to ${owner}`}
        </s-text>
      )}
      {keyState.answeredAt !== null && (
        <s-text color="subdued">Answered last: {dateAndTime(keyState.answeredAt)}</s-text>
      )}
      {notes.length > 0 && <s-text color="subdued">The supplier notes: {notes.join(' · ')}</s-text>}
      {asks && <KeyField name={name} title={title} replacesKey={keyState.state !== 'absent'} onConnected={changed} />}
      {keyState.state !== 'absent' && (
        <s-stack direction="inline" gap="small-200">
          {keyState.state === 'accepted' && (
            <s-button onClick={() => setReplacing(!replacing)}>{replacing ? 'Keep this key' : 'Replace'}</s-button>
          )}
          <DisconnectKey name={name} title={title} onDisconnected={changed} />
        </s-stack>
      )}
    </s-stack>
  );
}

type KeyFieldProps = {
  readonly name: KeyName;
  readonly title: string;
  /** Whether a key is stored already, which the new one replaces. */
  readonly replacesKey: boolean;
  readonly onConnected: () => void;
};

/** The other key's name and title, for a key that was typed into the wrong field. */
const otherKeys: Readonly<Record<KeyName, {readonly name: KeyName; readonly title: string}>> = {
  'catalogue-key': {name: 'dropship-key', title: 'Dropship key'},
  'dropship-key': {name: 'catalogue-key', title: 'Catalogue key'},
};

function KeyField({name, title, replacesKey: replaces, onConnected}: KeyFieldProps) {
  const [key, setKey] = useState('');
  const [error, setError] = useState('');
  const [isSwapped, setIsSwapped] = useState(false);
  useAskBeforeLeaving(key !== '');
  const other = otherKeys[name];
  const connecting = useAction((as: KeyName) => connectKey(as, key));
  const connect = async (as: KeyName, label: string) => {
    if (connecting.isRunning) return;
    setError('');
    setIsSwapped(false);
    try {
      await connecting.run(as);
      setKey('');
      shopify.toast.show(`${label} connected`);
      onConnected();
    } catch (failed) {
      setError(sentenceOf(failed));
      setIsSwapped(failed instanceof ApiFailure && failed.code === 'key_swapped');
    }
  };
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void connect(name, title);
      }}
    >
      <s-stack gap="small">
        <s-password-field
          label={replaces ? `New ${title.toLowerCase()}` : title}
          autocomplete="off"
          value={key}
          error={error}
          onInput={(event) => {
            setKey(event.currentTarget.value);
            // The offer is about the key that was tried, not about another one.
            setIsSwapped(false);
          }}
        />
        <s-stack direction="inline" gap="small-200">
          <s-button type="submit" variant="primary" loading={connecting.isRunning}>
            {replaces ? 'Connect the new key' : 'Connect'}
          </s-button>
          {isSwapped && (
            <s-button loading={connecting.isRunning} onClick={() => void connect(other.name, other.title)}>
              Connect it as the {other.title.toLowerCase()}
            </s-button>
          )}
        </s-stack>
      </s-stack>
    </form>
  );
}

function DisconnectKey({
  name,
  title,
  onDisconnected,
}: Omit<KeyFieldProps, 'replacesKey' | 'onConnected'> & {onDisconnected: () => void}) {
  const modal = `disconnect-${name}`;
  const {attempt, failure} = useAttempt(() => disconnectKey(name), {
    onDone: () => {
      shopify.toast.show(`${title} disconnected`);
      onDisconnected();
    },
  });
  return (
    <>
      <s-button tone="critical" variant="tertiary" commandFor={modal} command="--show">
        Disconnect
      </s-button>
      <s-modal id={modal} heading={`Disconnect the ${title.toLowerCase()}?`} size="small">
        <s-paragraph>
          Piecewise forgets the key. Products already in your store stay, but nothing is updated or sent with this key
          until you connect one again.
        </s-paragraph>
        <s-button slot="secondary-actions" commandFor={modal} command="--hide">
          Keep it
        </s-button>
        <s-button
          slot="primary-action"
          variant="primary"
          tone="critical"
          commandFor={modal}
          command="--hide"
          onClick={() => void attempt(undefined)}
        >
          Disconnect
        </s-button>
      </s-modal>
      <ActionFailure failure={failure} heading={`The ${title.toLowerCase()} is still connected`} />
    </>
  );
}
