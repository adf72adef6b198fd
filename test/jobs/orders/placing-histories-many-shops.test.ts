// Whatever goes wrong, in whatever order, while three workers serve three shops: a line is at most one supplier order and
// generation without the merchant's decision, none is lost, and what is shown is so.
import {describeHistories} from '../histories/describe-histories.ts';

describeHistories('in three shops', 3);
