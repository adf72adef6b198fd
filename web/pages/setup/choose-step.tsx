import type {Overview} from '#contract/overview.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {rulesQuery} from '../../shared/api/rules-api.ts';
import {Loading} from '../../shared/page/loading.tsx';
import {RulesForm} from '../../shared/rules/rules-form.tsx';

/** The step that chooses brands and categories to import; what they do to the store is counted as they are ticked. */
export function ChooseStep({overview, onSaved}: {overview: Overview; onSaved: () => void}) {
  const stored = useRemote(rulesQuery);
  if (stored.value !== null) return <RulesForm overview={overview} stored={stored.value} onSaved={onSaved} isShort />;
  return (
    <s-section heading="What goes into your store">
      <Loading what="your rules" remote={stored} height="480px" />
    </s-section>
  );
}
