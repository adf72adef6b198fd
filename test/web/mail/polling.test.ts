// When the page of the mails asks the server again: only while a link is on its way, and not while mail is switched off on the server.
import {expect, test} from 'vitest';
import {mailWaitMs} from '../../../web/pages/mail/link-state.ts';
import {aMail} from './mail-routes.ts';

const link = {state: 'under_way', at: '2026-11-20T10:00:00.000Z', said: null} as const;

test.each([
  ['while a link is on its way', aMail({link}), 3_000],
  ['not while mail is switched off on the server', aMail({link, isOn: false}), null],
  ['not once the link was sent', aMail({}), null],
  ['not before the first answer', undefined, null],
])('the page of the mails asks again %s', (_, mail, wait) => {
  expect(mailWaitMs(mail)).toBe(wait);
});
