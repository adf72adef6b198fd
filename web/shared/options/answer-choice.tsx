import {useState} from 'react';
import type {OptionName} from '#domain/options/defined-options.ts';
import {AskFirstButton} from '../list/ask-first-button.tsx';
import {useUnreadableSettings} from '../page/paused-banner.tsx';
import {askLabel, optionWords, type SeveralNamed, severalText} from './option-words.ts';

type AnswerChoiceProps = {
  readonly option: OptionName;
  /** What is answered for, such as "3 articles"; it ends the names of the buttons. */
  readonly subject: string;
  /** The answer that is being saved; null: none is. */
  readonly running: {readonly word: string | null} | null;
  /** Those of them whose text may name several: one word for all is asked about first; null: none. */
  readonly several: SeveralNamed | null;
  /** Whether nothing can be answered, because something else is going on. */
  readonly isDisabled: boolean;
  /** Answers with the word that orders carry; null: each order asks. */
  readonly onAnswer: (word: string | null) => void;
};

/** The buttons that answer which colour or size is ordered: the usual word, another one, or none, so that each order asks. */
export function AnswerChoice(props: AnswerChoiceProps) {
  const {option, subject, several, running, isDisabled, onAnswer} = props;
  const [typed, setTyped] = useState('');
  const {one, usual, example} = optionWords[option];
  const another = `Another ${one}`;
  const word = typed.trim();
  const isUsual = running?.word === usual.word;
  const isAsk = running?.word === null;
  const isAnother = running !== null && !isUsual && !isAsk;
  const isUnreadable = useUnreadableSettings();
  const isBlocked = (isThis: boolean) => isDisabled || isUnreadable || (running !== null && !isThis);
  return (
    <>
      <UsualAnswer {...props} isDisabled={isBlocked(isUsual)} />
      <AskFirstButton
        label={another}
        heading={`${another} for ${subject}`}
        confirmLabel={`Use this ${one}`}
        isRunning={isAnother}
        isDisabled={isBlocked(isAnother)}
        mayConfirm={word !== ''}
        onOpen={() => setTyped('')}
        onConfirm={() => onAnswer(word)}
      >
        {several !== null && <s-paragraph>{severalText(option, several)}</s-paragraph>}
        <s-text-field
          label={`The ${one} that their orders carry`}
          details={example}
          maxLength={100}
          autocomplete="off"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </AskFirstButton>
      <s-button
        loading={isAsk}
        disabled={isBlocked(isAsk)}
        accessibilityLabel={`${askLabel}: ${subject}`}
        onClick={() => onAnswer(null)}
      >
        {askLabel}
      </s-button>
    </>
  );
}

/** The button of the usual word. It asks first where some texts may name several. */
function UsualAnswer({option, subject, several, running, isDisabled, onAnswer}: AnswerChoiceProps) {
  const {label, word} = optionWords[option].usual;
  const isRunning = running?.word === word;
  const answer = () => onAnswer(word);
  return several === null ? (
    <s-button loading={isRunning} disabled={isDisabled} accessibilityLabel={`${label}: ${subject}`} onClick={answer}>
      {label}
    </s-button>
  ) : (
    <AskFirstButton
      label={label}
      heading={`${label} for ${subject}`}
      confirmLabel={`Use “${word}”`}
      isRunning={isRunning}
      isDisabled={isDisabled}
      onConfirm={answer}
    >
      <s-paragraph>{severalText(option, several)}</s-paragraph>
    </AskFirstButton>
  );
}
