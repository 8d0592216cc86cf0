import { text, type Text } from '@crossdock/kernel/http'
import { apiRates } from '@crossdock/backend/tokens'
import type { ApiOperation } from './description.js'

/** What the common codes mean, and those whose sentences the sources put together. */
export const meanings: Record<string, Text> = {
  E_BODY: text('The body cannot be read, or the connection was closed before it was complete.'),
  E_CHANGED: text('The thing has changed since you read it (If-Match). Read it again.'),
  E_CONFLICT: text('The present state does not allow it, or the name is taken.'),
  E_CURSOR: text('The cursor is cut short, or was given by another list, filter or sort.'),
  E_DELETES: text('More would be deleted than was confirmed. Look at the plan and confirm it.'),
  E_EGRESS_REFUSED: text('The address is not one that this server may call.'),
  E_EGRESS_TIMEOUT: text('The system that was called did not answer in time.'),
  E_EGRESS_TOO_LARGE: text('The system that was called answered with more than is read.'),
  E_EGRESS_UNREACHABLE: text('The system that was called cannot be reached.'),
  E_EGRESS_UNREADABLE: text('The answer of the system that was called cannot be read.'),
  E_END_MISSING: text('A folder or a machine of the sync contract is missing.'),
  E_FILES_FOLDER: text('The folder for files of the webhook is missing or cannot be used.'),
  E_FORBIDDEN: text('You or the token lack the permission that the operation needs.'),
  E_IMPORT: text(
    'The OpenAPI description cannot be imported. The answer says which part is wrong.'
  ),
  E_LIST: text('A filter, a sort or a limit is not one that this list takes.'),
  E_MEDIA_TYPE: text('The Content-Type is not one that this operation reads.'),
  E_NOT_AS_BEFORE: text('What is to be taken back has changed since.'),
  E_NOT_FOUND: text('There is no such thing, or you may not see it.'),
  E_NO_ENVIRONMENT: text('The organization has no environment of this name.'),
  E_NO_PREVIEW: text('There is no picture of this file.'),
  E_NO_REPLAY: text('This call or run cannot be made again. The answer says why.'),
  E_QUERY: text('A name in the query is not known, or is given twice.'),
  E_SHUTS_OUT: text('The change would lock you or all administrators out.'),
  E_SYSTEM_BUSY: text(
    'The system takes no more calls at the moment. Retry-After says when it does.'
  ),
  E_SYSTEM_PAUSED: text('Calls to this system are paused because they failed.'),
  E_TENANT_STATUS: text('The state of the tenant does not allow this.'),
  E_TIMEOUT: text('The request came too slowly. Send it again.'),
  E_TOKEN: text('The token is unknown, has expired, or was revoked.'),
  E_TOO_LARGE: text('The body is larger than this operation takes.'),
  E_TOO_MANY_REQUESTS: text(
    '{hourly} requests an hour, {burst} a minute. Retry-After says when to go on.',
    { hourly: apiRates.standard.toLocaleString('en-US'), burst: apiRates.burst }
  ),
  E_TOO_MANY_STREAMS: text('Too many streams are open. Close one.'),
  E_UNAUTHENTICATED: text('The request has no token and no session.'),
  E_VALIDATION: text('A field is missing or has a wrong value. The answer names each field.'),
}

/** The codes of each status that any operation may answer. */
const common: Record<number, (operation: ApiOperation) => (string | false)[]> = {
  400: ({ parameters, bodies }) => [
    parameters.some(({ name }) => name === 'cursor') && 'E_LIST',
    parameters.some(({ name }) => name === 'cursor') && 'E_CURSOR',
    bodies.length > 0 ? 'E_BODY' : 'E_QUERY',
  ],
  401: () => ['E_UNAUTHENTICATED', 'E_TOKEN'],
  403: () => ['E_FORBIDDEN'],
  404: () => ['E_NOT_FOUND'],
  408: () => ['E_TIMEOUT'],
  409: () => ['E_CONFLICT'],
  412: () => ['E_CHANGED'],
  413: () => ['E_TOO_LARGE'],
  415: () => ['E_MEDIA_TYPE'],
  422: () => ['E_VALIDATION'],
  429: () => ['E_TOO_MANY_REQUESTS'],
}

/** The statuses an operation is refused with, and the codes that say why; the catalogue has those of single cases. */
export const refusalsOf = (operation: ApiOperation): [status: number, codes: string[]][] =>
  operation.refusals.map((status) => [
    status,
    (common[status]?.(operation) ?? []).filter((code) => code !== false),
  ])
