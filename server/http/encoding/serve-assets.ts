// The files of the build. web/vite.config.ts compresses each once, so that a request costs no more than reading a file.
import express, {type NextFunction, type Request, type RequestHandler, type Response} from 'express';
import {acceptedEncodings, type Encoding} from './accepted-encodings.ts';

const endings: Readonly<Record<Encoding, string>> = {br: '.br', gzip: '.gz'};

/** Files are streamed as fast as clients read them. One that was not compressed is served as it is. */
export function serveAssets(folder: string): RequestHandler {
  // Their names change with their content.
  const kept = {immutable: true, maxAge: '1y', index: false} as const;
  const asBuilt = express.static(folder, kept);
  const encoded = (encoding: Encoding) => {
    const setHeaders = (res: Response, path: string) => {
      res.set('content-encoding', encoding).type(path.slice(path.lastIndexOf('/') + 1, -endings[encoding].length));
    };
    return express.static(folder, {...kept, setHeaders});
  };
  const serve = {br: encoded('br'), gzip: encoded('gzip')};
  return (req, res, next) => {
    res.vary('accept-encoding');
    const tried = acceptedEncodings(req.headers['accept-encoding']);
    tryEach(tried.map((encoding) => withEnding(serve[encoding], endings[encoding])).concat(asBuilt), req, res, next);
  };
}

/** The next one is asked if the file does not exist for the one before. */
function tryEach([first, ...others]: readonly RequestHandler[], req: Request, res: Response, next: NextFunction): void {
  if (first === undefined) {
    next();
    return;
  }
  void first(req, res, (error?: unknown) => {
    if (error === undefined) tryEach(others, req, res, next);
    else next(error);
  });
}

function withEnding(serve: RequestHandler, ending: string): RequestHandler {
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
