import type {ReactNode} from 'react';
import type {Overview} from '#contract/overview.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {rulesQuestion} from '../../shared/api/rules-api.ts';
import {Loading} from '../../shared/page/loading.tsx';
import {RulesForm} from '../../shared/rules/rules-form.tsx';

/** The brands and categories to import, with what they make of the store counted as they are ticked. */
export function ChooseStep({overview, next}: {overview: Overview; next: ReactNode}) {
  const stored = useRemote(rulesQuestion);
  if (stored.value !== null) return <RulesForm overview={overview} stored={stored.value} next={next} isShort />;
  return (
    <s-section heading="What goes into your store">
      <Loading what="your rules" remote={stored} height="480px" />
    </s-section>
  );
}
