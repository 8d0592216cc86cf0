import { clock } from '@crossdock/kernel/database'
import { STATUS_CODES } from 'node:http'
import {
  ContentError,
  EgressUnreadable,
  readContent,
  type EgressResponse,
} from '@crossdock/kernel/egress'
import { failureOf } from '../../calls/failure.js'
import type { Call, CallOutcome } from '../../contracts/connector.js'
import { TokenRefused } from '../../grants/oauth_tokens.js'
import { redirectSentence } from '../../redirect.js'

const DEFAULT_EXPECTED = [200]
export const MAX_RESPONSE_BYTES = 10 * 1024 * 1024
const RETRYABLE_STATUS = new Set([408, 425, 429])

type Ending = Omit<CallOutcome, 'request' | 'durationMs' | 'secrets'>

/** An answer without its body. */
type Head = Pick<EgressResponse, 'status' | 'headers'>

/** Classifies an answer. Expected statuses are a success, and some others are retryable. */
export async function outcomeOfAnswer(
  call: Call,
  answer: EgressResponse,
  cachedToken: boolean
): Promise<Ending> {
  try {
    const { value, notParsed } = await readContent(answer, MAX_RESPONSE_BYTES)
    const ending = endingOf(call, answer, cachedToken)
    if (notParsed === undefined) return { ...ending, response: { ...ending.response, body: value } }
    return {
      ...ending,
      message: `${ending.message} ${notParsed}`,
      response: { ...ending.response, notParsed, body: value },
    }
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    return unreadableOutcome(call, answer, error.message, error.isDamaged, cachedToken)
  }
}

/**
 * Returns the outcome of a call without an answer, or with an unreadable answer.
 * @throws errors that are not a failure of the call itself
 */
export function outcomeOfFailure(call: Call, error: unknown, cachedToken = false): Ending {
  if (error instanceof EgressUnreadable) {
    return unreadableOutcome(call, error.answer, error.reason, error.isDamaged, cachedToken)
  }
  if (!(error instanceof TokenRefused)) return failureOf(error)
  const { message, statusCode, retryable } = error
  const ending = { status: 'error' as const, statusCode, message, retryable, response: null }
  return retryable ? { ...ending, fault: 'server' } : ending
}

/** Returns the outcome of an answer with an unreadable body. Its status is kept, but it never counts as success. */
function unreadableOutcome(
  call: Call,
  answer: Head,
  reason: string,
  isDamaged: boolean,
  cachedToken: boolean
): Ending {
  const { response, ...ending } = endingOf(call, answer, cachedToken)
  const notParsed = `The content cannot be read: ${reason}.`
  const counts =
    ending.status === 'success'
      ? {
          status: 'error' as const,
          message: `${call.system.name} answered ${shownStatus(answer.status)}, but its content cannot be read: ${reason}.`,
          retryable: isDamaged,
          fault: 'answer' as const,
        }
      : {}
  return { ...ending, ...counts, response: { ...response, notParsed, body: null } }
}

function endingOf(call: Call, { status, headers }: Head, cachedToken: boolean): Ending {
  const expected = call.endpoint.responseSchema.expectedStatus
  const wanted = expected && expected.length > 0 ? expected : DEFAULT_EXPECTED
  const success = wanted.includes(status)
  const shown = shownStatus(status)
  const ending: Ending = {
    status: success ? 'success' : 'error',
    statusCode: status,
    message: success
      ? `Endpoint responded successfully with status ${shown}.`
      : `${call.system.name} answered ${shown}; expected ${wanted.join(' or ')}.${redirectSentence(status, headers)}`,
    // If the cached token ended early, the next attempt fetches a new one.
    retryable:
      !success &&
      (RETRYABLE_STATUS.has(status) || status >= 500 || (status === 401 && cachedToken)),
    ...(!success && status >= 500 ? { fault: 'server' as const } : {}),
    response: { status, headers },
  }
  const retryAfterMs = ending.retryable ? retryAfter(headers['retry-after']) : undefined
  return retryAfterMs === undefined ? ending : { ...ending, retryAfterMs }
}

export const shownStatus = (status: number): string =>
  `${status}${STATUS_CODES[status] ? ` ${STATUS_CODES[status]}` : ''}`

/** Parses `Retry-After` (RFC 9110): seconds or a date. Returns undefined if the value is not usable. */
export function retryAfter(header: string | undefined, now = clock.now()): number | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0)
}
