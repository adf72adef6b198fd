import {useState} from 'react';
import type {GivenList} from '../../shared/list/read-file.ts';
import {useAskBeforeLeaving} from '../../shared/page/unsaved-edits.ts';
import {ListForm} from './list-form.tsx';
import {ResultsSection} from './results-section.tsx';
import {readyLines, useShipList} from './ship-list.ts';

const noList: GivenList = {text: '', file: null};

/** Marks many orders as shipped: a list of tracking numbers is pasted or chosen, checked line by line, and sent. */
export function Page() {
  const [given, setGiven] = useState(noList);
  const [carrier, setCarrier] = useState('');
  const list = useShipList();
  const {checked, forget} = list;
  const isOpen = checked === null || readyLines(checked.lines).length > 0;
  useAskBeforeLeaving(given.text.trim() !== '' && isOpen);
  return (
    <s-page heading="Ship orders" inlineSize="large">
      <s-link slot="breadcrumb-actions" href="/orders">
        Orders
      </s-link>
      <s-stack gap="base">
        <ListForm
          given={given}
          carrier={carrier}
          list={list}
          onGiven={(next) => {
            setGiven(next);
            forget();
          }}
          onCarrier={(next) => {
            setCarrier(next);
            forget();
          }}
        />
        {checked !== null && <ResultsSection list={list} checked={checked} />}
      </s-stack>
    </s-page>
  );
}
