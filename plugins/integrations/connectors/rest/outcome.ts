import { clock } from '@crossdock/kernel/database'
import { STATUS_CODES } from 'node:http'
import type { EgressResponse } from '@crossdock/kernel/egress'
import { parseJson } from '@crossdock/kernel/json'
import { failureOf } from '../../calls/failure.js'
import type { Call, CallOutcome } from '../../contracts/index.js'
import { TokenRefused } from './oauth_tokens.js'

const DEFAULT_EXPECTED = [200]
/**
 * Reading JSON holds up everybody else meanwhile. Later steps get 64 KiB at most, so that larger
 * answers are read only as far as white space may make them larger.
 */
const MAX_PARSED_BYTES = 256 * 1024
const RETRYABLE_STATUS = new Set([408, 425, 429])

type Ending = Omit<CallOutcome, 'request' | 'durationMs' | 'secrets'>

/** How an answer counts: expected statuses are a success, some others are worth another try. */
export function outcomeOfAnswer(call: Call, answer: EgressResponse, cachedToken: boolean): Ending {
  const { status } = answer
  const expected = call.endpoint.responseSchema.expectedStatus
  const wanted = expected && expected.length > 0 ? expected : DEFAULT_EXPECTED
  const success = wanted.includes(status)
  const shown = `${status}${STATUS_CODES[status] ? ` ${STATUS_CODES[status]}` : ''}`
  const ending: Ending = {
    status: success ? 'success' : 'error',
    statusCode: status,
    message: success
      ? `Endpoint responded successfully with status ${shown}.`
      : `${call.system.name} answered ${shown}; expected ${wanted.join(' or ')}.`,
    // A token that ended early is fetched anew on the next try.
    retryable:
      !success &&
      (RETRYABLE_STATUS.has(status) || status >= 500 || (status === 401 && cachedToken)),
    response: { status, headers: answer.headers, ...contentOf(answer) },
  }
  const retryAfterMs = ending.retryable ? retryAfter(answer.headers['retry-after']) : undefined
  return retryAfterMs === undefined ? ending : { ...ending, retryAfterMs }
}

/** How a call counts that got no answer. @throws what is not a failure of the call itself. */
export function outcomeOfFailure(error: unknown): Ending {
  if (!(error instanceof TokenRefused)) return failureOf(error)
  const { message, statusCode, retryable } = error
  return { status: 'error', statusCode, message, retryable, response: null }
}

/** RFC 9110: seconds or a date. Undefined when it says nothing usable. */
export function retryAfter(header: string | undefined, now = clock.now()): number | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0)
}

/** The body as later steps read it, and why it is text when one would expect JSON. */
function contentOf({ headers, body }: EgressResponse): { body: unknown; notParsed?: string } {
  const type = headers['content-type'] ?? ''
  const isLarge = body.length > MAX_PARSED_BYTES
  const mayBeJson = type === '' || /\bjson\b/i.test(type)
  if (!isLarge || !mayBeJson) return { body: bodyOf(type, body, mayBeJson) }
  return {
    notParsed: `The answer has ${body.length} bytes. JSON of more than ${MAX_PARSED_BYTES} is not parsed but kept as text, cut.`,
    body: body.toString('utf8'),
  }
}

function bodyOf(type: string, body: Buffer, mayBeJson: boolean): unknown {
  if (body.length === 0) return null
  if (mayBeJson) {
    try {
      return parseJson(body.toString('utf8'))
    } catch {
      return body.toString('utf8')
    }
  }
  const readable = /^text\/|xml|javascript|x-www-form-urlencoded/i.test(type)
  return readable ? body.toString('utf8') : { contentType: type, size: body.length }
}
