// The files of the build. web/vite.config.ts compresses each once, so that a request costs no more than reading a file.
import express, {type NextFunction, type Request, type RequestHandler, type Response} from 'express';
import {acceptedEncodings, type Encoding} from './accepted-encodings.ts';

/** The ending that a file's compressed copy has. */
const fileEndings: Readonly<Record<Encoding, string>> = {br: '.br', gzip: '.gz'};

/**
 * Serves the files of the build, compressed if the client accepts it and a compressed copy exists; files are streamed as fast as clients
 * read them.
 */
export function serveAssets(folder: string): RequestHandler {
  // Browsers may keep these files for a year, because their names change with their content.
  const kept = {immutable: true, maxAge: '1y', index: false} as const;
  const asBuilt = express.static(folder, kept);
  const encoded = (encoding: Encoding) => {
    const setHeaders = (res: Response, path: string) => {
      res.set('content-encoding', encoding).type(path.slice(path.lastIndexOf('/') + 1, -fileEndings[encoding].length));
    };
    return express.static(folder, {...kept, setHeaders});
  };
  const serve = {br: encoded('br'), gzip: encoded('gzip')};
  return (req, res, next) => {
    res.vary('accept-encoding');
    const tried = acceptedEncodings(req.headers['accept-encoding']);
    tryHandlersInTurn(
      tried.map((encoding) => serveWithEnding(serve[encoding], fileEndings[encoding])).concat(asBuilt),
      req,
      res,
      next,
    );
  };
}

/** Calls the handlers one after the other, until one finds its file. */
function tryHandlersInTurn(
  [first, ...others]: readonly RequestHandler[],
  req: Request,
  res: Response,
  next: NextFunction,
): void {
  if (first === undefined) {
    next();
    return;
  }
  void first(req, res, (error?: unknown) => {
    if (error === undefined) tryHandlersInTurn(others, req, res, next);
    else next(error);
  });
}

/** Serves the compressed copy of the requested file, whose name has the ending; passes the request on if there is no copy. */
function serveWithEnding(serve: RequestHandler, ending: string): RequestHandler {
  return (req, res, next) => {
    const asked = req.url;
    const [path = '', ...query] = asked.split('?');
    req.url = [path + ending, ...query].join('?');
    void serve(req, res, (error?: unknown) => {
      req.url = asked;
      next(error);
    });
  };
}
