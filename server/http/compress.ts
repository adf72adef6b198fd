// Answers are compressed where the browser accepts it.
//
// BREACH (https://breachattack.com) reads a secret out of compressed lengths where an attacker makes the victim's browser send many
// requests with the victim's credentials, and has text of his own in the same answer. Neither holds here: the API knows
// no cookies, only a token that the page itself adds, so no other site can ask in a merchant's name; and no answer holds a key or a token.
// One answer has personal data beside text that a stranger chose, a buyer's delivery address: it says `no-transform` and is left as it is.
import compression from 'compression';
import type {RequestHandler} from 'express';

/** Smaller answers gain nothing. */
const thresholdBytes = 1024;

export const compressAnswers = (): RequestHandler => compression({threshold: thresholdBytes});
