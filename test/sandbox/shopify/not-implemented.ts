// The answer where the stand-in would have to guess: an error that names what is missing.
import {GraphQLError} from 'graphql';

export function notImplemented(what: string): GraphQLError {
  return new GraphQLError(`The sandbox does not implement ${what}.`, {extensions: {code: 'SANDBOX_NOT_IMPLEMENTED'}});
}
