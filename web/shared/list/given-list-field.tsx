import {useState} from 'react';
import {countNoun} from '../../text/words.ts';
import {FileTooLarge, type GivenList, readFile} from './read-file.ts';

type GivenListFieldProps = {
  readonly given: GivenList;
  /** Two example lines. */
  readonly placeholder: string;
  /** Whether nothing may change, because the list is being checked or carried out. */
  readonly isFixed: boolean;
  readonly onGiven: (given: GivenList) => void;
};

/** A list that is pasted, or chosen as a file. */
export const GivenListField = (props: GivenListFieldProps) =>
  props.given.file === null ? (
    <PastedList {...props} />
  ) : (
    <s-stack direction="inline" gap="small-200" alignItems="center">
      <s-text>
        {props.given.file},{' '}
        {countNoun(props.given.text.split('\n').filter((line) => line.trim() !== '').length, 'line')}
      </s-text>
      <s-button disabled={props.isFixed} onClick={() => props.onGiven({text: '', file: null})}>
        Remove
      </s-button>
    </s-stack>
  );

/** The field to paste a list into, and the place to drop a file. */
function PastedList({given, placeholder, isFixed, onGiven}: GivenListFieldProps) {
  const [refusal, setRefusal] = useState('');
  const take = async (files: readonly File[]) => {
    const [file] = files;
    if (file === undefined) return;
    setRefusal('');
    try {
      onGiven(await readFile(file));
    } catch (error) {
      setRefusal(error instanceof FileTooLarge ? tooLargeText : 'This file could not be read. Choose it again.');
    }
  };
  return (
    <s-stack gap="base">
      <s-text-area
        label="Paste them here"
        rows={6}
        placeholder={placeholder}
        value={given.text}
        disabled={isFixed}
        onInput={(event) => onGiven({text: event.currentTarget.value, file: null})}
      />
      <s-drop-zone
        label="Or choose a file"
        error={refusal}
        disabled={isFixed}
        onInput={(event) => void take(event.currentTarget.files)}
      />
    </s-stack>
  );
}

const tooLargeText = 'This is too much text for one list. Split it into several.';
