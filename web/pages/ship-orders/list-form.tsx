import {CarrierField} from '../../shared/form/carrier-field.tsx';
import {GivenListField} from '../../shared/list/given-list-field.tsx';
import type {GivenList} from '../../shared/list/read-file.ts';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {ordersToShip, orderViewAddress} from '../../text/order-list.ts';
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
        <GivenListField
          given={given}
          placeholder={'#1001  LX123456789CH\n#1002  LX123456790CH'}
          isFixed={isFixed}
          onGiven={onGiven}
        />
        <CarrierField
          label="Carrier"
          details="For the lines that name none. Of a carrier in this list Shopify makes the tracking link itself."
          error=""
          value={carrier}
          isDisabled={isFixed}
          onChange={onCarrier}
        />
        <ActionFailure failure={checkFailure} heading="Not checked" />
        <s-stack direction="inline" gap="small-200">
          <s-button
            variant={checked === null ? 'primary' : 'secondary'}
            loading={isChecking}
            disabled={isShipping}
            onClick={() => check(given.text, carrier)}
          >
            Check
          </s-button>
          <s-button variant="tertiary" href={orderViewAddress(ordersToShip)}>
            See the orders to ship
          </s-button>
        </s-stack>
      </s-stack>
    </s-section>
  );
}
