import type {Attempt} from '../api/remote.ts';
import {Notice} from './notice.tsx';

type ActionFailureProps = Pick<Attempt<never>, 'failure'> & {
  /** What did not happen. */
  readonly heading?: string;
};

/** Why the press of a button changed nothing. It stays beside the button until the next press. */
export const ActionFailure = ({failure, heading = 'Not done'}: ActionFailureProps) =>
  failure === null ? null : (
    <Notice tone="critical" heading={heading}>
      {failure}
    </Notice>
  );
