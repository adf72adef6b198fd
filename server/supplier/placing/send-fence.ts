// Stops a request at the last moment, when the connection is open but no byte is written. Check and write happen in the same turn of the
// event loop, so nothing can delay the request in between.
import type {Dispatcher} from 'undici';

type RequestHandler = Dispatcher.DispatchHandler;

/** Thrown for a request that was stopped because it was too late. */
export class OverdueError extends Error {}

/** Makes an undici interceptor that stops a request if `isInTime` returns false right before its first byte. */
export function createSendFence(isInTime: () => boolean): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => dispatch(options, stopIfLate(handler, isInTime));
}

/** Wraps undici's handler: aborts the request at its start if it is late, and passes all other events on unchanged. */
function stopIfLate(handler: RequestHandler, isInTime: () => boolean): RequestHandler {
  return {
    onRequestStart(controller, context) {
      handler.onRequestStart?.(controller, context);
      if (!isInTime())
        controller.abort(new OverdueError('The order did not leave: it was held up for too long before.'));
    },
    onRequestUpgrade: (...upgrade) => handler.onRequestUpgrade?.(...upgrade),
    onResponseStart: (...start) => handler.onResponseStart?.(...start),
    onResponseData: (...data) => handler.onResponseData?.(...data),
    onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
    onResponseError: (...trouble) => handler.onResponseError?.(...trouble),
  };
}
