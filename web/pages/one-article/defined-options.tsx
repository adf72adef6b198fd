import {useState} from 'react';
import type {ArticleDetail} from '#contract/article.ts';
import {type OptionName, optionNames} from '#domain/options/defined-options.ts';
import {type FieldErrors, useFocusOnError} from '../../shared/form/field-errors.ts';
import {useForm} from '../../shared/form/form-state.ts';
import {SaveBar} from '../../shared/form/save-bar.tsx';
import {SavedElsewhereSection} from '../../shared/form/saved-elsewhere.tsx';
import {Notice} from '../../shared/page/notice.tsx';
import {isolateRightToLeft, joinWords} from '../../text/format.ts';
import {
  draftToOptions,
  joinLines,
  mayDefineOption,
  type OptionsDraft,
  optionEffects,
  optionLabels,
  optionsKind,
} from './options-draft.ts';
import {useSavingOptions} from './save-options.ts';

type DefinedOptionsProps = {readonly article: ArticleDetail};

/**
 * The form for colours and sizes that the supplier does not state. The next run makes their variants, unless the merchant owns the
 * variants.
 */
export const DefinedOptions = ({article}: DefinedOptionsProps) =>
  optionNames.some((name) => mayDefineOption(name, article.options)) && <OptionsForm article={article} />;

function OptionsForm({article}: DefinedOptionsProps) {
  const {id, options, listing} = article;
  const form = useForm(optionsKind, options.defined);
  const [asked, setAsked] = useState(0);
  const ask = () => setAsked((times) => times + 1);
  const {errors, failure, isSaving, save, clearErrors} = useSavingOptions(id, form.onSaved, ask);
  const element = useFocusOnError(errors);
  const {draft, base} = form;
  const change = (part: Partial<OptionsDraft>) => {
    form.change(part);
    clearErrors();
  };
  const submit = () => {
    if (form.savedElsewhere === null) void save(draftToOptions(draft), base.version);
    else ask();
  };
  const discard = () => {
    form.discard();
    clearErrors();
  };
  const isOurs = listing?.fields.find(({field}) => field === 'variants')?.owner !== 'merchant';
  return (
    <form ref={element}>
      <SaveBar
        id="options-save-bar"
        isChanged={form.isChanged}
        isSaving={isSaving}
        onSave={submit}
        onDiscard={discard}
      />
      <s-stack gap="base">
        <SavedElsewhereSection form={form} timesAsked={asked} />
        <s-section heading="Options you define">
          <s-paragraph color="subdued">
            The supplier does not state all options of this article. What you define here becomes its variants, and an
            order carries these words to the supplier exactly as they stand.
          </s-paragraph>
          <OptionNotices failure={failure} isOurs={isOurs} />
          {optionNames.map(
            (name) =>
              mayDefineOption(name, options) && (
                <OptionField key={name} name={name} article={article} draft={draft} errors={errors} onChange={change} />
              ),
          )}
          {isOurs && Object.keys(errors).length === 0 && (
            <OptionsEffect article={article} draft={draft} isChanged={form.isChanged} />
          )}
        </s-section>
      </s-stack>
    </form>
  );
}

const OptionNotices = ({failure, isOurs}: {readonly failure: string | null; readonly isOurs: boolean}) => (
  <>
    {failure !== null && (
      <Notice tone="critical" heading="Your options are not saved">
        {failure}
      </Notice>
    )}
    {!isOurs && (
      <Notice tone="warning" heading="The variants of this product are yours">
        No update makes variants for it. Give Variants back under “Fields of the product”, and the next update does.
      </Notice>
    )}
  </>
);

type OptionFieldProps = {
  readonly name: OptionName;
  readonly article: ArticleDetail;
  readonly draft: OptionsDraft;
  readonly errors: FieldErrors;
  readonly onChange: (part: Partial<OptionsDraft>) => void;
};

function OptionField({name, article: {options, article}, draft, errors, onChange}: OptionFieldProps) {
  const {overruled, stated, defined, proposed} = options;
  const word = name === 'colours' ? 'colour' : 'size';
  if (overruled[name]) {
    return (
      <Notice
        tone="warning"
        heading={`The supplier states ${name} of its own now`}
        button={
          draft[name] !== '' && <s-button onClick={() => onChange({[name]: ''})}>{`Remove your ${name}`}</s-button>
        }
      >
        {`Its ${name} are used: ${joinWords(stated?.[name] ?? [])}. Yours are not: ${joinWords(defined[name])}. They count again when the supplier states none.`}
      </Notice>
    );
  }
  const words = proposed?.[name] ?? [];
  const text = name === 'sizes' ? isolateRightToLeft(article?.sizes ?? '') : joinWords(article?.colours ?? []);
  return (
    <s-stack gap="small-300">
      <s-text-area
        label={optionLabels[name]}
        name={name}
        data-field={name}
        rows={4}
        value={draft[name]}
        details={`One ${word} per line. Empty: you define no ${name}.`}
        error={errors[name] ?? ''}
        onInput={(event) => onChange({[name]: event.currentTarget.value})}
      />
      {words.length > 0 && draft[name] === '' && (
        <s-stack gap="small-300">
          <s-text dir="auto">{`In the catalogue: “${text}”. Proposed: ${joinWords(words)}.`}</s-text>
          <s-stack direction="inline">
            <s-button onClick={() => onChange({[name]: joinLines(words)})}>{`Take over the proposed ${name}`}</s-button>
          </s-stack>
        </s-stack>
      )}
    </s-stack>
  );
}

type OptionsEffectProps = {readonly article: ArticleDetail; readonly draft: OptionsDraft; readonly isChanged: boolean};

/** What the options do to the product. Shown while the draft is not saved, and until a run has carried out what was saved. */
function OptionsEffect({article, draft, isChanged}: OptionsEffectProps) {
  const isToCome = article.next?.changes.some(({field}) => field === 'variants') ?? false;
  if (!isChanged && !isToCome) return null;
  return (
    <div role="status">
      <s-stack gap="small-400">
        <s-text type="strong">
          {isChanged ? 'Not saved yet: the next update would do this' : 'The next update does this'}
        </s-text>
        {optionEffects(article, draft).map((effect) => (
          <s-text key={effect} dir="auto">
            {effect}
          </s-text>
        ))}
      </s-stack>
    </div>
  );
}
