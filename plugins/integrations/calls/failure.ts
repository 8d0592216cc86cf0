import {
  ContentError,
  EgressError,
  EgressUnreachable,
  EgressUnreadable,
} from '@crossdock/kernel/egress'
import type { CallOutcome, SystemFault } from '../contracts/connector.js'
import { CallRefused } from '../placeholders/call_refused.js'

/** Facts about a call that got no answer. */
export type Failure = Pick<
  CallOutcome,
  'status' | 'statusCode' | 'message' | 'retryable' | 'response' | 'fault'
>

/**
 * Classifies the error of a call that got no answer.
 * @throws errors that are not a failure of the call itself
 */
export function failureOf(error: unknown): Failure {
  const unanswered = { status: 'error' as const, statusCode: null, response: null }
  if (error instanceof CallRefused) {
    return { ...unanswered, message: error.message, retryable: false }
  }
  if (error instanceof ContentError) {
    const message = `The answer cannot be read: ${error.message}.`
    return { ...unanswered, message, retryable: error.isDamaged, fault: 'answer' }
  }
  if (!(error instanceof EgressError)) throw error
  const timeout = error.code === 'E_EGRESS_TIMEOUT'
  const fault = faultOf(error)
  return {
    ...unanswered,
    ...(fault ? { fault } : {}),
    status: timeout ? 'timeout' : 'error',
    message: error.message,
    retryable:
      timeout ||
      error.code === 'E_EGRESS_UNREACHABLE' ||
      (error instanceof EgressUnreadable && error.isDamaged),
  }
}

function faultOf(error: EgressError): SystemFault | undefined {
  if (error.code === 'E_EGRESS_TIMEOUT') return 'timeout'
  if (error instanceof EgressUnreachable) return error.isTls ? 'tls' : 'connection'
  return error instanceof EgressUnreadable ? 'answer' : undefined
}
