// The part of the page's server that keeps the mails.
import express from 'express';
import {Mail} from '#contract/mail/mail.ts';
import {build} from '../answers.ts';

export type MailAnswers = {
  /** Left out: a confirmed address with a few mails. */
  mail?: Mail;
};

export const aMail = build(Mail, {
  mailAddress: 'merchant@shop.example',
  digest: true,
  unpaid: true,
  key: true,
  brake: false,
  webhooks: false,
  night: false,
  unpaidHours: 12,
  version: 'one',
  isOn: true,
  address: 'confirmed',
  said: null,
  link: {state: 'sent', at: '2026-11-20T10:00:00.000Z', said: null},
  last: [
    {event: 'unpaid', at: '2026-11-20T09:05:00.000Z', state: 'sent', said: null},
    {event: 'digest', at: '2026-11-20T06:15:00.000Z', state: 'unknown', said: 'Connection closed unexpectedly'},
    {event: 'digest', at: '2026-11-19T06:15:00.000Z', state: 'empty', said: null},
  ],
});

/** @param saved what the page sent to be kept. */
export function mailRoutes(answers: MailAnswers, {saved}: {readonly saved: unknown[]}): express.Router {
  const router = express.Router();
  const current = () => answers.mail ?? aMail();
  router.get('/mail', (_request, response) => void response.json(current()));
  router.put('/mail', ({body}, response) => {
    const {version: _version, ...sent} = body;
    saved.push(sent);
    answers.mail = {...current(), ...sent, version: JSON.stringify(sent)};
    response.json(answers.mail);
  });
  router.post('/mail/confirmation', (_request, response) => {
    saved.push('the link again');
    answers.mail = {...current(), link: {state: 'under_way', at: '2026-11-20T10:30:00.000Z', said: null}};
    response.json(answers.mail);
  });
  return router;
}
