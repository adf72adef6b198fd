import {useEffect, useState} from 'react';
import type {Articles} from '#contract/articles.ts';
import {articleSearchQuery} from '../api/questions.ts';
import {type RemoteData, useRemote} from '../api/remote.ts';
import {Loading} from '../page/loading.tsx';

const typingPauseMs = 300;

/** Searches an article to try a form's draft on. The search is not part of the draft. */
export function ArticleSearch({onChoose}: {onChoose: (articleId: string) => void}) {
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const found = useRemote(articleSearchQuery(search));
  const choose = (articleId: string) => {
    setText('');
    onChoose(articleId);
  };
  return (
    <s-stack gap="small-300">
      <s-search-field
        label="Search an article"
        placeholder="Name, brand or SKU"
        maxLength={100}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {search !== '' && text.trim() !== '' && <FoundArticles found={found} onChoose={choose} />}
    </s-stack>
  );
}

function FoundArticles({found, onChoose}: {found: RemoteData<Articles>; onChoose: (articleId: string) => void}) {
  if (found.value === null) return <Loading what="articles" remote={found} height="40px" />;
  if (found.value.articles.length === 0) return <s-text color="subdued">No article is called that.</s-text>;
  return (
    <s-stack gap="small-400">
      {found.value.articles.map(({id, name, brand}) => (
        <s-button key={id} variant="tertiary" onClick={() => onChoose(id)}>
          {`${name || id} (${brand})`}
        </s-button>
      ))}
    </s-stack>
  );
}
