import { text, type Text } from '@crossdock/kernel/ground'
import { apiRates } from '@crossdock/backend/tokens'
import type { ApiOperation } from './description.js'

const tooMany = (language: string) =>
  text('{hourly} requests an hour, {burst} a minute. Retry-After says when to go on.', {
    hourly: apiRates.standard.toLocaleString(language),
    burst: apiRates.burst,
  })

/** Meanings of common codes, and of codes whose sentences are not literal in the sources. */
export const meanings: Record<string, Text> = {
  E_BODY: text('The body cannot be read, or the connection was closed before it was complete.'),
  E_CHANGED: text('The resource has changed since you read it (If-Match). Read it again.'),
  E_CONFLICT: text('The current state does not allow it, or the name is taken.'),
  E_CURSOR: text('The cursor is incomplete, or belongs to another list, filter or sort.'),
  E_DELETES: text('More would be deleted than was confirmed. Look at the plan and confirm it.'),
  E_EGRESS_REFUSED: text('This server may not call the address.'),
  E_EGRESS_TIMEOUT: text('The system that was called did not answer in time.'),
  E_EGRESS_TOO_LARGE: text('The answer of the system that was called is too large.'),
  E_EGRESS_UNREACHABLE: text('The system that was called cannot be reached.'),
  E_EGRESS_UNREADABLE: text('The answer of the system that was called cannot be read.'),
  E_END_MISSING: text('A folder or a machine of the sync contract is missing.'),
  E_FILES_FOLDER: text('The folder for files of the webhook is missing or cannot be used.'),
  E_FORBIDDEN: text('You or the token lack the permission that the operation needs.'),
  E_IMPORT: text(
    'The OpenAPI description cannot be imported. The answer says which part is wrong.'
  ),
  E_LIST: text('This list does not support the filter, the sort or the limit.'),
  E_MEDIA_TYPE: text('This operation does not support the Content-Type.'),
  E_NOT_AS_BEFORE: text('The change to undo was changed again in between.'),
  E_NOT_FOUND: text('The resource does not exist, or you may not see it.'),
  E_NO_ENVIRONMENT: text('The organization has no environment of this name.'),
  E_NO_PREVIEW: text('There is no picture of this file.'),
  E_NO_REPLAY: text('This call or run cannot be repeated. The answer says why.'),
  E_QUERY: text('A name in the query is unknown, or is given twice.'),
  E_SHUTS_OUT: text('The change would lock you or all administrators out.'),
  E_SYSTEM_BUSY: text('The system accepts no more calls now. Retry-After says when it does.'),
  E_SYSTEM_PAUSED: text('Calls to this system are paused because they failed.'),
  E_TENANT_STATUS: text('The state of the tenant does not allow this.'),
  E_TIMEOUT: text('The request came too slowly. Send it again.'),
  E_TOKEN: text('The token is unknown, has expired, or was revoked.'),
  E_TOO_LARGE: text('The body is larger than this operation allows.'),
  E_TOO_MANY_REQUESTS: tooMany('en'),
  E_TOO_MANY_STREAMS: text('Too many streams are open. Close one.'),
  E_UNAUTHENTICATED: text('The request has no token and no session.'),
  E_REQUEST: text('The server cannot read the request. Check its address, headers, and body.'),
  E_VALIDATION: text('A field is missing or has a wrong value. The answer names each field.'),
}

/** The meaning of a code, with its numbers in the format of the language. */
export const meaningOf = (code: string, language: string): Text | undefined =>
  code === 'E_TOO_MANY_REQUESTS' ? tooMany(language) : meanings[code]

/** The codes for each status that any operation may return. */
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

/** The error statuses of an operation with their common codes. Other codes are only on the page of error codes. */
export const refusalsOf = (operation: ApiOperation): [status: number, codes: string[]][] =>
  operation.refusals.map((status) => [
    status,
    (common[status]?.(operation) ?? []).filter((code) => code !== false),
  ])
