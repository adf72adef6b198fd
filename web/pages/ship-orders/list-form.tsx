import {useState} from 'react';
import {CarrierField} from '../../shared/form/carrier-field.tsx';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {countNoun} from '../../text/words.ts';
import {FileTooLarge, type GivenList, readFile} from './read-file.ts';
import type {ShipList} from './ship-list.ts';

type ListFormProps = {
  readonly given: GivenList;
  readonly carrier: string;
  readonly list: ShipList;
  readonly onGiven: (given: GivenList) => void;
  readonly onCarrier: (carrier: string) => void;
};

/** The list, its carrier, and the button that checks it. */
export function ListForm({given, carrier, list, onGiven, onCarrier}: ListFormProps) {
  const {checked, check, isChecking, isShipping, checkFailure} = list;
  // What is checked or shipped is what the fields hold, so nothing of them changes meanwhile.
  const isFixed = isChecking || isShipping;
  return (
    <s-section heading="Tracking numbers">
      <s-stack gap="base">
        <s-paragraph color="subdued">
          One line for each order: its name, your reference or the supplier’s number, then the tracking number. A file
          may have the columns order, reference, carrier, number and url. Nothing is changed before you have seen the
          result of each line.
        </s-paragraph>
        {given.file === null ? (
          <PastedList given={given} isFixed={isFixed} onGiven={onGiven} />
        ) : (
          <s-stack direction="inline" gap="small-200" alignItems="center">
            <s-text>
              {given.file}, {countNoun(given.text.split('\n').filter((line) => line.trim() !== '').length, 'line')}
            </s-text>
            <s-button disabled={isFixed} onClick={() => onGiven({text: '', file: null})}>
              Remove
            </s-button>
          </s-stack>
        )}
        <CarrierField
          label="Carrier"
          details="For the lines that name none. Of a carrier in this list Shopify makes the tracking link itself."
          error=""
          value={carrier}
          isDisabled={isFixed}
          onChange={onCarrier}
        />
        <ActionFailure failure={checkFailure} heading="Not checked" />
        <s-stack direction="inline">
          <s-button
            variant={checked === null ? 'primary' : 'secondary'}
            loading={isChecking}
            disabled={isShipping}
            onClick={() => check(given.text, carrier)}
          >
            Check
          </s-button>
        </s-stack>
      </s-stack>
    </s-section>
  );
}

type PastedListProps = Pick<ListFormProps, 'given' | 'onGiven'> & {readonly isFixed: boolean};

/** The field to paste a list into, and the place to drop a file. */
function PastedList({given, isFixed, onGiven}: PastedListProps) {
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
        placeholder={'#1001  LX123456789CH\n#1002  LX123456790CH'}
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
