import type {TemplateTry} from '#contract/template/template-try.ts';
import type {RemoteData} from '../../shared/api/remote.ts';
import {ArticlePicture} from '../../shared/list/article-picture.tsx';
import {ArticleSearch} from '../../shared/list/article-search.tsx';
import {Loading, StaleNotice} from '../../shared/page/loading.tsx';

/** What the saved and the typed template make of one article. */
export type Tried = NonNullable<TemplateTry['tried']>;

type TriedArticleProps = {
  readonly answer: RemoteData<TemplateTry>;
  readonly onChoose: (articleId: string) => void;
};

/** The article on which every section shows what it does; another one can be searched. */
export const TriedArticle = ({answer, onChoose}: TriedArticleProps) => (
  <s-section heading="Shown on one article">
    <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr, 1fr" gap="base">
      <ShownArticle answer={answer} />
      <ArticleSearch onChoose={onChoose} />
    </s-grid>
  </s-section>
);

function ShownArticle({answer}: Pick<TriedArticleProps, 'answer'>) {
  if (answer.value === null) return <Loading what="an article" remote={answer} height="60px" />;
  const {tried} = answer.value;
  if (tried === null) {
    return (
      <s-text color="subdued">No article has been read yet. After the first update you see here what it does.</s-text>
    );
  }
  const {article, owners} = tried;
  return (
    <s-stack gap="small-300">
      <StaleNotice what="the article" remote={answer} />
      <s-grid gridTemplateColumns="auto 1fr" gap="small" alignItems="center">
        <ArticlePicture picture={article.picture} size="60px" />
        <s-stack gap="small-500">
          <s-text type="strong" dir="auto">
            {article.name || article.id}
          </s-text>
          <s-text color="subdued">{owners === null ? 'Not in your store yet' : 'In your store'}</s-text>
        </s-stack>
      </s-grid>
    </s-stack>
  );
}

type ShownFieldProps = {
  readonly tried: Tried | null;
  readonly field: 'title' | 'tags' | 'vendor' | 'type' | 'weightGrams' | 'origin';
};

/** What one field of the article's product becomes, what it is with the saved settings, and whether its product gets it. */
export function ShownField({tried, field}: ShownFieldProps) {
  if (tried === null) return null;
  const [before, after] = [fieldText(tried.saved, field), fieldText(tried.typed, field)];
  const notes = tried.notes.filter((note) => note.field === field);
  const fate = before === after ? null : productFate(tried, field);
  return (
    <s-box background="subdued" border="base" borderRadius="base" padding="small">
      <div role="status" data-shown={field}>
        <s-stack gap="small-500">
          <s-text color="subdued">On the article above</s-text>
          <s-text type="strong" dir="auto">
            {after}
          </s-text>
          {before !== after && <s-text color="subdued">{`As saved: ${before}`}</s-text>}
          {notes.map(({text}) => (
            <s-text key={text} tone="caution">
              {text}
            </s-text>
          ))}
          {fate !== null && <s-text color="subdued">{fate}</s-text>}
        </s-stack>
      </div>
    </s-box>
  );
}

/** The value of a field as text. */
function fieldText(made: Tried['saved'], field: ShownFieldProps['field']): string {
  switch (field) {
    case 'tags':
      return made.tags.length === 0 ? 'No tags' : made.tags.join(', ');
    case 'weightGrams':
      return made.weightGrams === null ? 'No weight' : `${made.weightGrams} g`;
    case 'origin':
      return made.origin === null ? 'No country of origin' : countryText(made.origin);
    case 'title':
    case 'vendor':
    case 'type':
      return made[field] === '' ? 'Empty' : made[field];
  }
}

/** A country's name with its code. */
const countryText = (code: string): string =>
  `${new Intl.DisplayNames('en', {type: 'region'}).of(code) ?? code} (${code})`;

/** Why the article's product in the store does not get the field; null: it gets it, or there is no product yet. */
function productFate({owners}: Tried, field: ShownFieldProps['field']): string | null {
  if (owners === null) return null;
  if (field === 'weightGrams' || field === 'origin')
    return 'Its product has its variants already: only new ones get it.';
  return owners[field] === 'merchant' ? 'Its product keeps what your store shows: this field is yours.' : null;
}
