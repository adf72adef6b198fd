// The last moment to stop a request: the connection is open, its first byte is not written. Check and write happen in one turn of the
// event loop, so nothing can delay the request in between.
import type {Dispatcher} from 'undici';

type Handler = Dispatcher.DispatchHandler;

/** The error of a stopped request. */
export class Overdue extends Error {}

export function fence(isInTime: () => boolean): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => dispatch(options, keepBack(handler, isInTime));
}

/** Passes everything else on unchanged. */
function keepBack(handler: Handler, isInTime: () => boolean): Handler {
  return {
    onRequestStart(controller, context) {
      handler.onRequestStart?.(controller, context);
      if (!isInTime()) controller.abort(new Overdue('The order did not leave: it was held up for too long before.'));
    },
    onRequestUpgrade: (...upgrade) => handler.onRequestUpgrade?.(...upgrade),
    onResponseStart: (...start) => handler.onResponseStart?.(...start),
    onResponseData: (...data) => handler.onResponseData?.(...data),
    onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
    onResponseError: (...trouble) => handler.onResponseError?.(...trouble),
  };
}
