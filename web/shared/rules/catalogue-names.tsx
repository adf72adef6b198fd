import {useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import {isUnderWay} from '../api/polling.ts';
import {choicesQuery} from '../api/questions.ts';
import {useRemote} from '../api/remote.ts';
import {NamePicker} from '../form/name-picker.tsx';
import {Loading} from '../page/loading.tsx';
import type {RuleDraft} from './rules-draft.ts';
import type {NameKind} from './simple-rules.ts';

type CatalogueNamesProps = {
  readonly overview: Overview;
  /** The ticked names. */
  readonly chosen: Pick<RuleDraft, NameKind>;
  readonly onChange: (kind: NameKind, names: string[]) => void;
};

/** The catalogue's brands and categories to be ticked, and whether more may follow because the catalogue is being read. */
export function CatalogueNames({overview, chosen, onChange}: CatalogueNamesProps) {
  const {lastRun} = overview;
  const remote = useRemote(choicesQuery(lastRun));
  const offered = remote.value;
  if (offered === null) return <Loading what="brands and categories" remote={remote} height="320px" />;
  const names = [...offered.brands, ...offered.categories, ...chosen.brands, ...chosen.categories];
  if (names.length === 0) return <NoNamesYet overview={overview} />;
  const picker = (kind: NameKind, title: string) => (
    <NamePicker
      title={title}
      offered={offered[kind]}
      chosen={chosen[kind]}
      onChange={(ticked) => onChange(kind, ticked)}
    />
  );
  return (
    <s-stack gap="base">
      <ReadingNote run={lastRun} />
      {picker('brands', 'Brands')}
      {picker('categories', 'Categories')}
    </s-stack>
  );
}

/** Says that more names may follow. The line stays when the reading has ended, so that no tile moves under the pointer. */
function ReadingNote({run}: {readonly run: Overview['lastRun']}) {
  const isReading = isUnderWay(run) && run?.step === 'catalogue';
  const [wasReading, setWasReading] = useState(isReading);
  if (isReading && !wasReading) setWasReading(true);
  return (
    <div role="status">
      {wasReading && (
        <s-text color="subdued">
          {isReading
            ? 'The catalogue is being read: more names may follow, and their numbers may grow.'
            : 'Nothing more is being read: these are all the names that are known.'}
        </s-text>
      )}
    </div>
  );
}

function NoNamesYet({overview: {lastRun, connection}}: Pick<CatalogueNamesProps, 'overview'>) {
  if (isUnderWay(lastRun)) {
    return (
      <s-stack direction="inline" gap="small-200">
        <s-spinner accessibilityLabel="The catalogue is being read" />
        <s-text>The catalogue is being read. Its brands and categories appear here in a moment.</s-text>
      </s-stack>
    );
  }
  return (
    <s-paragraph>
      {connection.catalogue.state === 'accepted' && connection.dropship.state === 'accepted'
        ? 'The catalogue has not been read yet; the page Updates says why.'
        : 'Connect both keys first. Then the supplier’s brands and categories appear here.'}
    </s-paragraph>
  );
}
