// The rows of Home about orders of the fulfilment service: each puts one of the figures that Shopify asks of it at risk.
import type {Overview} from '#contract/overview.ts';
import type {Matter} from '../../shared/orders/matter.ts';
import {warningTexts} from '../../text/service-warnings.ts';

/** One row for each kind with orders, the most urgent first. */
export const serviceMatters = ({serviceWarnings: counts}: Pick<Overview, 'serviceWarnings'>): readonly Matter[] =>
  (['unanswered', 'uncompleted', 'untracked'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => ({
      key: `service-${kind}`,
      tone: 'warning',
      heading: warningTexts[kind].heading(counts[kind]),
      sentences: [warningTexts[kind].advice],
      actions: [{kind: 'page', label: 'See which', href: '/settings/fulfilment'}],
    }));
