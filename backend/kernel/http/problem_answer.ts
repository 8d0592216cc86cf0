import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpContext } from '@adonisjs/core/http'
import type { Problem } from '../ground/problem.js'
import { beginningOf } from '../ground/text.js'
import { Reader } from './reader.js'

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  422: 'Unprocessable Content',
  423: 'Locked',
  426: 'Upgrade Required',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
}

/** A refusal as its reader sees it (RFC 9457), in the reader's language. */
export function showProblem({ status, code, text, errors }: Problem, http: HttpContext) {
  const reader = new Reader(http)
  const message = reader.say(text)
  return {
    type: 'about:blank',
    title: titles[status] ?? 'Error',
    status,
    detail: message,
    instance: beginningOf(http.request.url(), 500),
    code,
    requestId: http.request.id() ?? null,
    message,
    params: text.params,
    errors: errors.map(({ field, rule, text }) => ({
      field,
      rule,
      message: reader.say(text),
      params: text.params,
    })),
  }
}

/**
 * Refuses a request whose address cannot be decoded, such as `/api/users/%ff`. AdonisJS makes no context for it, so
 * the answer is in English.
 */
export function refuseAddress({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const message = 'The address holds a "%" that does not begin a character in UTF-8.'
  const problem = {
    type: 'about:blank',
    title: titles[400],
    status: 400,
    detail: message,
    instance: beginningOf(url, 500),
    code: 'E_REQUEST',
    requestId: null,
    message,
    params: {},
    errors: [],
  }
  response.writeHead(400, {
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
  })
  response.end(JSON.stringify(problem))
}
