// Every guard that `npm run guards` removes, under the name of its file.
import {appGuards} from './app-guards.ts';
import {buyerGuards} from './buyer-guards.ts';
import {catalogueGuards} from './catalogue-guards.ts';
import {choiceGuards} from './choice-guards.ts';
import {claimGuards} from './claim-guards.ts';
import {crowdGuards} from './crowd-guards.ts';
import type {Guard} from './guard.ts';
import {hardeningGuards} from './hardening-guards.ts';
import {identityGuards} from './identity-guards.ts';
import {installGuards} from './install-guards.ts';
import {limitGuards} from './limit-guards.ts';
import {operationGuards} from './operation-guards.ts';
import {optionGuards} from './option-guards.ts';
import {orderGuards} from './order-guards.ts';
import {ownPriceGuards} from './own-price-guards.ts';
import {previewGuards} from './preview-guards.ts';
import {profileGuards} from './profile-guards.ts';
import {realOrderGuards} from './real-order-guards.ts';
import {removalGuards} from './removal-guards.ts';
import {requestGuards} from './request-guards.ts';
import {serviceGuards} from './service-guards.ts';
import {setUpGuards} from './set-up-guards.ts';
import {storeGuards} from './store-guards.ts';
import {textGuards} from './text-guards.ts';
import {undoGuards} from './undo-guards.ts';
import {upgradeGuards} from './upgrade-guards.ts';
import {webhookGuards} from './webhook-guards.ts';

const guardFiles: Readonly<Record<string, readonly Guard[]>> = {
  'catalogue-guards': catalogueGuards,
  'claim-guards': claimGuards,
  'order-guards': orderGuards,
  'real-order-guards': realOrderGuards,
  'option-guards': optionGuards,
  'own-price-guards': ownPriceGuards,
  'app-guards': appGuards,
  'limit-guards': limitGuards,
  'crowd-guards': crowdGuards,
  'webhook-guards': webhookGuards,
  'removal-guards': removalGuards,
  'identity-guards': identityGuards,
  'install-guards': installGuards,
  'hardening-guards': hardeningGuards,
  'store-guards': storeGuards,
  'profile-guards': profileGuards,
  'request-guards': requestGuards,
  'service-guards': serviceGuards,
  'undo-guards': undoGuards,
  'set-up-guards': setUpGuards,
  'preview-guards': previewGuards,
  'text-guards': textGuards,
  'upgrade-guards': upgradeGuards,
  'operation-guards': operationGuards,
  'choice-guards': choiceGuards,
  'buyer-guards': buyerGuards,
};

/** Each word given is part of a guard's name or the name of a guards file. No word at all means every guard. */
export function guardsFor(words: readonly string[]): readonly Guard[] {
  return Object.entries(guardFiles).flatMap(([file, guards]) =>
    guards.filter(({name}) => words.length === 0 || words.some((word) => word === file || name.includes(word))),
  );
}
