// SMTP_URL and MAIL_FROM: what is refused at the start, with one sentence that never repeats a password, and how a mail server is reached.
import {randomBytes} from 'node:crypto';
import {describe, expect, test} from 'vitest';
import {ConfigError, readConfig} from '../../server/config.ts';

const enough = {
  HOST: 'https://app.example',
  SHOPIFY_API_KEY: 'the-key',
  SHOPIFY_API_SECRET: 'the-secret',
  SUPPLIER_URL: 'https://supplier.example/shop',
  ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
};
const mailOf = (SMTP_URL: string, MAIL_FROM = 'Shop <a@b.example>') =>
  readConfig({...enough, SMTP_URL, MAIL_FROM}).mail;

function refusalOf(env: Record<string, string>): string {
  try {
    readConfig({...enough, ...env});
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'it was accepted';
}

describe('a mail server', () => {
  test.each([
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtps://a.example/?tls.rejectUnauthorized=false',
    'smtps://me:secretword@a.example/path',
    'smtp://%zz:secretword@a.example',
    'smtps://:secretword@a.example',
  ])('is refused as %s', (address) => {
    const sentence = refusalOf({SMTP_URL: address, MAIL_FROM: 'a@b.example'});
    expect(sentence).toMatch(/^SMTP_URL [^\n]+[^.]\.$/);
    expect(sentence).not.toContain('secretword');
  });

  test('needs a sender of one address', () => {
    expect(refusalOf({SMTP_URL: 'smtps://mail.example'})).toMatch(/^MAIL_FROM is not set/);
    for (const from of ['support', 'a@b.example, c@d.example', 'Name <a@b.example>, x', 'N\r\nBcc: <c@d.example>'])
      expect(refusalOf({SMTP_URL: 'smtps://mail.example', MAIL_FROM: from})).toMatch(/^MAIL_FROM must be/);
    expect(mailOf('smtps://mail.example', 'a@b.example')?.from).toEqual({name: '', address: 'a@b.example'});
    expect(readConfig({...enough, MAIL_FROM: 'a@b.example'}).mail).toBeNull();
  });

  test('is reached encrypted unless it is this machine', () => {
    expect(mailOf('smtp://me:w%40rd@mail.example')).toEqual({
      server: {host: 'mail.example', port: 587, security: 'starttls', auth: {user: 'me', pass: 'w@rd'}},
      from: {name: 'Shop', address: 'a@b.example'},
    });
    expect(mailOf('smtps://mail.example')?.server).toMatchObject({port: 465, security: 'tls'});
    expect(mailOf('smtp://[::1]:2525')?.server).toMatchObject({host: '::1', port: 2525, security: 'plain'});
    for (const elsewhere of ['127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1', '[::2]'])
      expect(mailOf(`smtp://${elsewhere}`)?.server.security).toBe('starttls');
  });
});
