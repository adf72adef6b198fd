// The words of the page Leave.
import {countEffects, type DepartureChoice} from '#domain/departure/plan-departure.ts';
import {count} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import type {Departure, UnderWay} from './leave-api.ts';

export const choiceLabels: Readonly<Record<DepartureChoice, string>> = {
  draft: 'Make them drafts',
  archive: 'Archive them',
  delete: 'Delete them',
  keep: 'Keep them on sale',
};

/** In the order in which the page offers them; the first is chosen at first. */
export const offeredChoices: readonly DepartureChoice[] = ['draft', 'archive', 'delete', 'keep'];

/** What a choice does, in counts. */
export function effectText(choice: DepartureChoice, products: Departure['products']): string {
  const effects = countEffects(choice, products);
  const onSale = products.made.onSale + products.adopted.onSale;
  if (choice === 'keep')
    return `${countNoun(onSale, 'product stays', 'products stay')} on sale, and no update changes them. Shoppers can still order: once you remove Piecewise, nothing is sent to the supplier.`;
  if (choice === 'delete') return deletionText(effects.delete, products.adopted);
  const what = choice === 'archive' ? 'archived' : 'made drafts';
  const off = products.drafts + products.archived;
  const rest =
    off === 0
      ? ''
      : ` ${off === 1 ? '1 that is off sale already stays as it is' : `${count(off)} that are off sale already stay as they are`}.`;
  return `${countNoun(effects[choice], 'product is', 'products are')} ${what}, so shoppers cannot order.${rest}`;
}

function deletionText(deleted: number, {onSale, offSale}: Departure['products']['adopted']): string {
  const gone = `${countNoun(deleted, 'product', 'products')} that Piecewise made ${deleted === 1 ? 'is' : 'are'} deleted for good.`;
  if (onSale + offSale === 0) return gone;
  return `${gone} ${countNoun(onSale + offSale, 'that was', 'that were')} in your store before, or may have been, stay: ${countNoun(onSale, 'of them is', 'of them are')} made drafts.`;
}

/** What was done, as a sentence; empty: nothing yet. */
export function doneText({drafted, archived, deleted}: Pick<UnderWay, 'drafted' | 'archived' | 'deleted'>): string {
  const parts = [
    ...(drafted > 0 ? [`${countNoun(drafted, 'product')} made drafts`] : []),
    ...(archived > 0 ? [`${countNoun(archived, 'product')} archived`] : []),
    ...(deleted > 0 ? [`${countNoun(deleted, 'product')} deleted`] : []),
  ];
  return parts.length === 0 ? '' : `${parts.join(', ')}.`;
}

/** What is on sale by the last look at the store; empty: it was not compared yet. */
export function onSaleText({onSale}: Pick<UnderWay, 'onSale'>): string {
  if (onSale === null) return '';
  return onSale === 0
    ? 'Your store was compared: no product of Piecewise is on sale.'
    : `Your store was compared: ${countNoun(onSale, 'product of Piecewise is', 'products of Piecewise are')} on sale.`;
}

/** What happens after a start again. */
export function startAgainText({toMakeAgain: {products, drafts}}: Pick<UnderWay, 'toMakeAgain'>): string {
  const made =
    products === 0
      ? ''
      : ` It makes ${countNoun(products, 'product', 'products')} again that leaving deleted, where ${products === 1 ? 'it' : 'they'} may be sold${draftsText(products, drafts)}.`;
  return `The next update puts back on sale what leaving took off sale, where the article is listed, chosen and may be sold.${made} Shipping profile and fulfilment service stay off.`;
}

function draftsText(products: number, drafts: number): string {
  if (drafts === 0) return '';
  const which =
    drafts === products ? (products === 1 ? 'as a draft' : 'all as drafts') : `${count(drafts)} of them as drafts`;
  return `, ${which}: publish ${drafts === 1 ? 'it' : 'them'} on Products`;
}

export const phaseHeadings: Readonly<Record<UnderWay['phase'], string>> = {
  products: 'Your products are being changed',
  interrupted: 'Leaving was interrupted',
  taking_back: 'The rest is being taken back',
  incomplete: 'Not everything is done',
  done: 'Everything is done',
  stopping: 'Leaving is being stopped',
  stopped: 'You stopped leaving',
};
