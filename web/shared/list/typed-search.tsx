import {useEffect, useEffectEvent, useState} from 'react';

/** The search starts after this pause in typing. */
const typingPauseMs = 300;

type TypedSearchProps = {
  readonly search: string;
  readonly placeholder: string;
  readonly onSearch: (search: string) => void;
};

/** A search field that searches after a pause in typing. When a link changes the search of the list, it shows the new search. */
export function TypedSearch({search, placeholder, onSearch}: TypedSearchProps) {
  const [text, setText] = useState(search);
  const [last, setLast] = useState({search, sent: search});
  if (search !== last.search) {
    setLast({search, sent: search});
    if (search !== last.sent) setText(search);
  }
  const find = useEffectEvent((typed: string) => {
    if (typed === search) return;
    setLast({search, sent: typed});
    onSearch(typed);
  });
  useEffect(() => {
    const timer = setTimeout(() => find(text.trim()), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <s-search-field
      label="Search"
      labelAccessibilityVisibility="exclusive"
      placeholder={placeholder}
      maxLength={100}
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
    />
  );
}
