// The page that lists what the stand-in's mail server received, with the links of each mail, for visitors who play the merchant.
import express, {type Router} from 'express';
import type {ReceivedMail} from './read-mail.ts';
import type {Mailbox} from './start.ts';

/** Serves `/sandbox/mailbox`. */
export function mailboxPage(mailbox: Mailbox): Router {
  const router = express.Router();
  router.get('/sandbox/mailbox', (_request, response) => {
    response.set('cache-control', 'no-store').type('html').send(toPage(mailbox.mails()));
  });
  return router;
}

const toPage = (mails: readonly ReceivedMail[]): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Mailbox</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/sandbox/pages/store.css" />
  </head>
  <body>
    <main>
      <p class="tag">Sandbox: an offline look-alike, not Shopify</p>
      <h1>Mailbox</h1>
      <p>Every mail that Piecewise sends here arrives on this page, whatever its address is. <a href="/sandbox/mailbox">Look again</a></p>
      ${mails.length === 0 ? '<p>No mail yet. Mails are set up in Piecewise under Settings, Mail.</p>' : ''}
      ${mails.toReversed().map(toCard).join('\n')}
    </main>
  </body>
</html>
`;

const toCard = ({subject, to, receivedAt, text}: ReceivedMail): string => `<section class="card">
        <h2>${escape(subject)}</h2>
        <p>To ${escape(to.join(', '))}, ${receivedAt.toLocaleString('en-GB', {dateStyle: 'medium', timeStyle: 'short'})}</p>
        <p style="white-space: pre-line; overflow-wrap: anywhere">${withLinks(text)}</p>
      </section>`;

/** The text as HTML, its addresses as links that open beside this page. */
const withLinks = (text: string): string =>
  escape(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}" target="_blank" rel="noopener">${url}</a>`);

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
