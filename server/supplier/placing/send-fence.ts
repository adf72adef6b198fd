// The last moment at which a request may be kept back: the connection stands, its first byte is not written. What is asked
// here and what is written are one turn of the event loop, so that nothing can hold the request up in between.
import type {Dispatcher} from 'undici';

type Handler = Dispatcher.DispatchHandler;

/** What a request that was kept back fails with. */
export class Overdue extends Error {}

export function fence(isInTime: () => boolean): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => dispatch(options, keepBack(handler, isInTime));
}

/** Everything else is handed on as it comes. */
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
