import {maxTags, placeholders, titleLineError} from '#domain/catalogue/template/template-lines.ts';
import {type LookDraft, tagsError} from './look-draft.ts';
import type {LookFields, LookSectionProps} from './look-fields.ts';
import {ShownField} from './tried-article.tsx';

/** What each placeholder stands for. */
const placeholderWords: Readonly<Record<(typeof placeholders)[number], string>> = {
  name: 'Name',
  brand: 'Brand',
  category: 'Category',
  sku: 'SKU',
  id: 'Article number',
};

/** The title and the tags, made of the article's own texts. */
export function TitleSection({fields: {draft, base, errors, onChange}, tried}: LookSectionProps) {
  const isChanged = draft.title !== base.template.title;
  return (
    <s-section heading="Title and tags">
      <s-stack gap="small-300">
        <s-text-field
          label="Title"
          name="template.title"
          data-field="template.title"
          maxLength={255}
          value={draft.title}
          details="Words in braces stand for texts of the article."
          error={errors['template.title'] ?? (isChanged ? (titleLineError(draft.title) ?? '') : '')}
          onInput={(event) => onChange({title: event.currentTarget.value})}
        />
        <Placeholders
          into="the title"
          onAdd={(word) => onChange({title: draft.title === '' ? word : `${draft.title.trimEnd()} ${word}`})}
        />
        <ShownField tried={tried} field="title" />
      </s-stack>
      <TagsField draft={draft} error={errors['template.tags']} onChange={onChange} />
      <ShownField tried={tried} field="tags" />
    </s-section>
  );
}

type TagsFieldProps = {
  readonly draft: LookDraft;
  readonly error: string | undefined;
  readonly onChange: LookFields['onChange'];
};

const TagsField = ({draft, error, onChange}: TagsFieldProps) => (
  <s-stack gap="small-300">
    <s-text-area
      label="Tags"
      name="template.tags"
      data-field="template.tags"
      rows={3}
      value={draft.tags}
      details={`One on each line, at most ${maxTags}.`}
      error={error ?? tagsError(draft.tags) ?? ''}
      onInput={(event) => onChange({tags: event.currentTarget.value})}
    />
    <Placeholders
      into="the tags"
      onAdd={(word) => onChange({tags: draft.tags.trim() === '' ? word : `${draft.tags.trimEnd()}\n${word}`})}
    />
  </s-stack>
);

type PlaceholdersProps = {
  /** Completes "Add Name to …". */
  readonly into: string;
  /** @param word the placeholder in its braces. */
  readonly onAdd: (word: string) => void;
};

/** Buttons that add a placeholder. */
const Placeholders = ({into, onAdd}: PlaceholdersProps) => (
  <s-stack direction="inline" gap="small-300">
    {placeholders.map((word) => (
      <s-button
        key={word}
        accessibilityLabel={`Add ${placeholderWords[word]} to ${into}`}
        onClick={() => onAdd(`{${word}}`)}
      >
        {placeholderWords[word]}
      </s-button>
    ))}
  </s-stack>
);
