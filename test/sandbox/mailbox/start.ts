// The stand-in of a mail server: a real SMTP server on loopback that keeps what it is sent, and can be told to be slow, to refuse or to lie.
import {once} from 'node:events';
import type {AddressInfo} from 'node:net';
import {SMTPServer, type SMTPServerDataStream} from 'smtp-server';
import {type ReceivedMail, readMail} from './read-mail.ts';

/** How the server treats the next mails; what is left out: as a good server. */
export type MailboxFaults = {
  /** Milliseconds before the greeting. */
  readonly greetAfterMs?: number;
  /** The refusal at RCPT, such as `550 no such user`. */
  readonly refuseRecipient?: string;
  /** The refusal after the whole text, although the recipient was accepted. */
  readonly refuseText?: string;
  /** The refusal instead of a greeting. */
  readonly refuseConnection?: string;
  /** Where the connection dies without an answer: after the whole text, at any recipient, or at this one. */
  readonly dies?: 'after_text' | 'at_recipient' | {readonly at: string};
};

export type Mailbox = {
  /** For SMTP_URL. */
  readonly url: string;
  /** What was taken, the oldest first; also what a server that died afterwards had taken. */
  readonly mails: () => readonly ReceivedMail[];
  /** How many connections were made. */
  readonly connections: () => number;
  readonly setFaults: (faults: MailboxFaults) => void;
  readonly clear: () => void;
  readonly close: () => Promise<void>;
};

export async function startMailbox(now: () => Date = () => new Date()): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  let faults: MailboxFaults = {};
  let connections = 0;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: 1_000_000,
    onConnect(_session, done) {
      connections += 1;
      const {greetAfterMs = 0, refuseConnection} = faults;
      setTimeout(() => done(refuseConnection === undefined ? null : refusalOf(refuseConnection)), greetAfterMs);
    },
    onRcptTo({address}, _session, done) {
      const {dies} = faults;
      if (dies === 'at_recipient' || (typeof dies === 'object' && dies.at === address)) return dropConnections();
      return done(faults.refuseRecipient === undefined ? null : refusalOf(faults.refuseRecipient));
    },
    onData(stream, {envelope}, respond) {
      void readAll(stream).then((source) => {
        const {refuseText, dies} = faults;
        if (refuseText !== undefined) return respond(refusalOf(refuseText));
        mails.push(
          readMail(
            source,
            envelope.rcptTo.map(({address}) => address),
            now(),
          ),
        );
        if (dies === 'after_text') dropConnections();
        else respond(null);
        return undefined;
      });
    },
  });
  // Without an answer a session stays open until its socket is destroyed.
  const dropConnections = () => {
    for (const connection of server.connections) connection._socket.destroy();
  };
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const {port} = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails: () => mails,
    connections: () => connections,
    setFaults(next) {
      faults = next;
    },
    clear: () => void mails.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/** An answer like `550 no such user` as the error that smtp-server sends. */
function refusalOf(answer: string): Error {
  return Object.assign(new Error(answer.slice(4)), {responseCode: Number(answer.slice(0, 3))});
}

async function readAll(stream: SMTPServerDataStream): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString('utf8');
}
