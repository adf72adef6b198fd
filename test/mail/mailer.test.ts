// One mail over a real SMTP server: what is on the wire, and what each answer of the server means.

import {once} from 'node:events';
import {createServer, type Server, type Socket} from 'node:net';
import {afterEach, describe, expect, it, onTestFinished} from 'vitest';
import {createMailer, type Mailer, type OutgoingMail} from '../../server/mail/mailer.ts';
import {readMailFrom, readSmtpUrl} from '../../server/mail/smtp-server.ts';
import {type Mailbox, startMailbox} from '../sandbox/mailbox/start.ts';
import {createClock} from '../support/clock.ts';

const mail: OutgoingMail = {
  to: 'merchant@shop.example',
  subject: 'Piecewise: 2 to pay',
  text: 'Zwei Bestellungen für 3 €\n.\nlast line',
  id: 'abc123',
  unsubscribeUrl: 'https://app.example/mail/unsubscribe?token=secret',
};

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function openMailbox(): Promise<Mailbox> {
  const mailbox = await startMailbox();
  ends.push(mailbox.close);
  return mailbox;
}

function mailerFor(url: string, {limitMs = 5_000, now = () => new Date('2026-11-22T09:00:00Z')} = {}): Mailer {
  const [server, from] = [readSmtpUrl(url), readMailFrom('Piecewise <mail@app.example>')];
  if (typeof server === 'string' || typeof from === 'string') throw new Error('the address is not one');
  return createMailer({server, from, host: 'https://app.example', now, limitMs});
}

/** A server that speaks by hand. @param speak called for each connection. */
async function openServer(speak: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    speak(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return `smtp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

describe('a mail', () => {
  it('arrives once, with its text, its date, its id and the two headers for one-click unsubscribing', async () => {
    const mailbox = await openMailbox();
    expect(await mailerFor(mailbox.url).send(mail)).toEqual({kind: 'sent'});
    expect(mailbox.mails()).toHaveLength(1);
    const [received] = mailbox.mails();
    expect(received).toMatchObject({to: [mail.to], subject: mail.subject, text: mail.text});
    expect(received?.headers).toMatchObject({
      from: 'Piecewise <mail@app.example>',
      to: 'merchant@shop.example',
      date: 'Sun, 22 Nov 2026 09:00:00 +0000',
      'message-id': '<abc123@app.example>',
      'list-unsubscribe': `<${mail.unsubscribeUrl}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
  });

  it('gets no header and no recipient from a line break in its subject or its address', async () => {
    const mailbox = await openMailbox();
    const mailer = mailerFor(mailbox.url);
    await mailer.send({...mail, subject: 'to pay\r\nBcc: thief@evil.example\r\n\r\nhello'});
    await mailer.send({...mail, to: 'merchant@shop.example\r\nBcc: thief@evil.example'});
    await mailer.send({...mail, to: 'merchant@shop.example, thief@evil.example'});
    for (const received of mailbox.mails()) {
      expect(received.headers).not.toHaveProperty('bcc');
      expect(received.to).not.toContain('thief@evil.example');
    }
    expect(mailbox.mails()[0]?.subject).toContain('to pay');
  });

  it('is refused with its address when the server says 5xx to the recipient', async () => {
    const mailbox = await openMailbox();
    mailbox.setFaults({refuseRecipient: `550 no such user here: <${mail.to}>`});
    const outcome = await mailerFor(mailbox.url).send(mail);
    expect(outcome).toMatchObject({kind: 'address_refused', said: expect.stringContaining('550 no such user here')});
    expect(JSON.stringify(outcome)).not.toContain(mail.to);
  });

  it('may be tried later when the server says 4xx to the recipient', async () => {
    const mailbox = await openMailbox();
    mailbox.setFaults({refuseRecipient: '450 try again later'});
    expect(await mailerFor(mailbox.url).send(mail)).toMatchObject({kind: 'not_sent', isFinal: false});
  });

  it('is not sent when the server accepts the recipient and refuses the whole text', async () => {
    const mailbox = await openMailbox();
    mailbox.setFaults({refuseText: '550 we do not want it'});
    expect(await mailerFor(mailbox.url).send(mail)).toMatchObject({kind: 'not_sent', isFinal: true});
    mailbox.setFaults({refuseText: '451 local trouble'});
    expect(await mailerFor(mailbox.url).send(mail)).toMatchObject({kind: 'not_sent', isFinal: false});
    expect(mailbox.mails()).toEqual([]);
  });

  it('has an unknown end when the connection dies after the text, for the server has it', async () => {
    const mailbox = await openMailbox();
    mailbox.setFaults({dies: 'after_text'});
    expect(await mailerFor(mailbox.url).send(mail)).toMatchObject({kind: 'unknown'});
    expect(mailbox.mails()).toHaveLength(1);
  });

  it('is certainly not sent when the connection dies before the server asks for the text', async () => {
    const url = await openServer((socket) => {
      socket.write('220 hello\r\n');
      socket.on('data', (data) => {
        const line = String(data);
        if (line.startsWith('DATA')) socket.destroy();
        else socket.write('250 ok\r\n');
      });
    });
    expect(await mailerFor(url).send(mail)).toMatchObject({kind: 'unreachable'});
  });

  it('ends in its time with a server that is silent, and with one that drips bytes', async () => {
    const began = performance.now();
    const silent = await openServer(() => {});
    expect(await mailerFor(silent, {limitMs: 300}).send(mail)).toMatchObject({kind: 'unreachable'});
    const dripping = await openServer((socket) => {
      const timer = setInterval(() => socket.write('220-still greeting\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await mailerFor(dripping, {limitMs: 300}).send(mail)).toMatchObject({kind: 'unreachable'});
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('is cut to one short line of what a server says, however much that is', async () => {
    const url = await openServer((socket) => {
      socket.write('220 hello\r\n');
      socket.on('data', (data) => {
        socket.write(String(data).startsWith('RCPT') ? `550 ${'no '.repeat(5_000)}\r\n` : '250 ok\r\n');
      });
    });
    const outcome = await mailerFor(url).send(mail);
    expect(outcome).toMatchObject({kind: 'address_refused'});
    expect('said' in outcome ? outcome.said.length : 0).toBeLessThanOrEqual(200);
  });
});

it('a server that cannot be reached is left alone for a minute, so that it occupies no worker', async () => {
  const mailbox = await openMailbox();
  const clock = createClock();
  mailbox.setFaults({greetAfterMs: 3_000});
  const mailer = mailerFor(mailbox.url, {limitMs: 1_000, now: clock.now});
  expect(await mailer.send(mail)).toMatchObject({kind: 'unreachable'});
  mailbox.setFaults({});
  expect(mailer.restOf(mail.to)).toBe('server');
  expect(await mailer.send(mail)).toMatchObject({kind: 'unreachable'});
  expect(mailbox.connections()).toBe(1);
  clock.turn(60_000);
  expect(await mailer.send(mail)).toEqual({kind: 'sent'});
});

it('a mail is not sent in plain text beyond this machine: without STARTTLS nothing is said but the greeting', async () => {
  const lines: string[] = [];
  const url = await openServer((socket) => {
    socket.write('220 hello\r\n');
    socket.on('data', (data) => {
      lines.push(String(data).trim());
      socket.write('250 ok\r\n');
    });
  });
  const port = Number(new URL(url).port);
  const server = readSmtpUrl('smtp://name:word@mail.example');
  if (typeof server === 'string') throw new Error(server);
  expect(server.security).toBe('starttls');
  const from = {name: '', address: 'mail@app.example'};
  const host = 'https://app.example';
  const mailer = createMailer({server: {...server, host: '127.0.0.1', port}, from, host, now: () => new Date()});
  expect(await mailer.send(mail)).toMatchObject({kind: 'unreachable'});
  expect(lines.join('\n')).not.toMatch(/AUTH|MAIL|RCPT|DATA/);
});
