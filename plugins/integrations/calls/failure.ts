import { EgressError } from '@crossdock/kernel/egress'
import type { CallOutcome } from '../contracts/index.js'
import { CallRefused } from './call_refused.js'

/** What is known of a call that got no answer. */
export type Failure = Pick<
  CallOutcome,
  'status' | 'statusCode' | 'message' | 'retryable' | 'response'
>

/** How a call counts that got no answer. @throws what is not a failure of the call itself. */
export function failureOf(error: unknown): Failure {
  const unanswered = { status: 'error' as const, statusCode: null, response: null }
  if (error instanceof CallRefused) {
    return { ...unanswered, message: error.message, retryable: false }
  }
  if (!(error instanceof EgressError)) throw error
  const timeout = error.code === 'E_EGRESS_TIMEOUT'
  return {
    ...unanswered,
    status: timeout ? 'timeout' : 'error',
    message: error.message,
    retryable: timeout || error.code === 'E_EGRESS_UNREACHABLE',
  }
}
