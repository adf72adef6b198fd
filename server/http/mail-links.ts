// The pages behind the links in mails, for whoever reads the mailbox: without a session. GET only shows a button, because link scanners and
// previews follow every link; POST acts, which is also what a mailbox sends for one-click unsubscribing
// (https://www.rfc-editor.org/rfc/rfc8058). The page is the same whatever the token is, and the body is never read.
import {type RequestHandler, type Response, Router} from 'express';
import {mailLinkPaths} from '#domain/mail/app-link.ts';
import {answerLink} from '../actions/mail/answer-link.ts';
import type {Deps} from '../deps.ts';
import {dropBody} from './limits/read-limits.ts';

type LinkDeps = Pick<Deps, 'db' | 'digest' | 'now' | 'rateLimits'>;
type Link = keyof typeof mailLinkPaths;

/** What each page says before and after its button was pressed. */
const words = {
  confirm: {
    heading: 'Confirm this address',
    text: 'Mails of Piecewise about your store will come to this address.',
    button: 'Confirm this address',
    done: (shop: string) =>
      `Confirmed. The mails about ${shop} that are chosen in Piecewise come to this address. You can close this page.`,
    invalid: 'This link is not valid any more. Ask for a new one in Piecewise, under Settings, Mail.',
  },
  unsubscribe: {
    heading: 'Stop the mails',
    text: 'No more mails of Piecewise will come to this address.',
    button: 'Stop the mails',
    done: (shop: string) => `Stopped. No more mails about ${shop} come to this address. You can close this page.`,
    invalid: 'This link is not valid any more. Mails can be switched off in Piecewise, under Settings, Mail.',
  },
} as const;

export function mailLinkRoutes(deps: LinkDeps): Router {
  const router = Router();
  for (const link of ['confirm', 'unsubscribe'] as const) {
    router.get(mailLinkPaths[link], dropBody, (_req, res) => {
      sendPage(res, 200, words[link].heading, `<p>${words[link].text}</p>${toForm(words[link].button)}`);
    });
    router.post(mailLinkPaths[link], dropBody, act(deps, link));
  }
  return router;
}

/** Without `action`, the browser posts to the page's own address, so the token is not repeated in the page. */
const toForm = (button: string) => `<form method="post"><button>${button}</button></form>`;

/** The form of every token; others are not looked up. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

function act({db, digest, now, rateLimits}: LinkDeps, link: Link): RequestHandler {
  const {heading, done, invalid} = words[link];
  return async (req, res) => {
    const token = req.query['token'];
    const isToken = typeof token === 'string' && tokenPattern.test(token);
    const shop = isToken ? await answerLink(db, link, digest(token), now()) : null;
    // Only wrong ones count, so that a flood of them does not keep the owner of a mailbox from a valid link.
    const permit = shop === null ? await rateLimits.mailAnswers('wrong') : null;
    if (permit?.kind === 'refused') {
      res.set('retry-after', String(permit.retryAfterSeconds));
      sendPage(res, 429, heading, '<p>Too many requests. Try again in a minute.</p>');
      return;
    }
    sendPage(res, shop === null ? 404 : 200, heading, `<p>${shop === null ? invalid : done(shop)}</p>`);
  };
}

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto 0;padding:0 16px;color:#303030}h1{font-size:20px}button{font:inherit;min-height:44px;padding:0 20px;border:0;border-radius:8px;background:#303030;color:#fff;cursor:pointer}';

/** Answers a small page without scripts. @param main HTML of the page; the only value in it is a store's domain. */
function sendPage(res: Response, status: number, heading: string, main: string): void {
  res
    .status(status)
    .set({
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    .type('html')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${heading} · Piecewise</title><style>${style}</style></head><body><main><h1>${heading}</h1>${main}</main></body></html>\n`,
    );
}
