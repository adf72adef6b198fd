// Whatever goes wrong, in whatever order, while three workers race for the orders of one shop: a line is at most one supplier
// order and generation without the merchant's decision, none is lost, and what is shown is so.
import {describeHistories} from '../histories/describe-histories.ts';

describeHistories('in one shop', 1);
