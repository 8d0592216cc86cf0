import { databaseFault, OutcomeUnknown } from '../database/faults.js'
import { runGuarded, type Guard } from '../ground/context.js'
import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import { answerFor } from '../http/respond.js'
import type { Call } from '../http/call.js'
import { loggable } from '../ground/loggable.js'
import type { Operation } from '../http/operation.js'
import type { Stage } from '../http/stages.js'
import { keyOf, rightsOf } from './key.js'
import { open, seal } from './kept_answer.js'
import {
  claim,
  releaseClaim,
  storeAnswer,
  leaseMs,
  markCommitted,
  renewLease,
  type Claim,
  type Earlier,
} from './record.js'

/**
 * Implements `Idempotency-Key`: a repeated request is not executed again, but gets the same answer
 * (docs/api.md). Permission and input have been checked before.
 */
export const idempotency: Stage = {
  at: 'act',
  async around(call, next) {
    const key = keyOf(call)
    if (!key) return next()
    const found = await claim(key)
    if ('key' in found) return executeOnce(call, found, next)
    if (found.fingerprint !== key.fingerprint) throw keyReused()
    call.result = replayAnswer(call, found)
  },
}

/** Executes a request once per key: the first transaction marks the row, or stores nothing. */
async function executeOnce(call: Call, claimed: Claim, next: () => Promise<void>): Promise<void> {
  const guard: Guard = {
    taken: false,
    async check() {
      if (!(await markCommitted(claimed))) throw inProgress()
    },
  }
  const attempt = (work: Promise<void>) =>
    work.catch((error: unknown) => call.http.logger.warn({ err: loggable(error) }, notStored))
  const working = setInterval(() => void attempt(renewLease(claimed)), leaseMs / 3)
  try {
    await runGuarded(guard, next)
  } catch (error) {
    const given = attempt(releaseClaim(claimed))
    // Do not make the caller wait for an unreachable database.
    if (databaseFault(error) !== 'away' && !(error instanceof OutcomeUnknown)) await given
    throw error
  } finally {
    clearInterval(working)
  }
  const answer = answerFor(call.operation, call.http, call.result)
  const kept = answer && { answer, rights: rightsOf(call) }
  await attempt(storeAnswer(claimed, kept ? seal(kept, claimed.id) : null))
}

const notStored =
  'The result of a request with an Idempotency-Key could not be stored. If it is repeated, it will get an error.'

/**
 * The answer to an earlier request. @throws Problem 409 without one, 403 when the caller's permissions have
 * changed
 */
function replayAnswer(call: Call, { id, answer, held }: Earlier) {
  if (held) throw inProgress()
  const kept = answer === null ? undefined : open(answer, id)
  if (!kept) throw answerLost(call.operation)
  if (kept.rights !== rightsOf(call)) throw permissionsChanged()
  return kept.answer
}

function keyReused(): Problem {
  return new Problem(
    422,
    'E_IDEMPOTENCY_KEY_REUSED',
    text(
      'This Idempotency-Key was used for another request: address, environment or body differ. Nothing was done. Use a new key for every request.'
    )
  )
}

function inProgress(): Problem {
  return new Problem(
    409,
    'E_IDEMPOTENCY_KEY_IN_USE',
    text(
      'A request with this Idempotency-Key is in progress. Send it again in a moment to get its answer.'
    ),
    { headers: { 'retry-after': '2' } }
  )
}

function permissionsChanged(): Problem {
  return new Problem(
    403,
    'E_RIGHTS_CHANGED',
    text(
      'The request with this Idempotency-Key has been carried out. Your permissions have changed since, so its answer is not sent again. Nothing was done now.'
    )
  )
}

function answerLost({ location = '' }: Operation): Problem {
  const list = location.replace(/\/\{\w+\}$/, '')
  const message =
    list && !list.includes('{')
      ? text(
          'A request with this Idempotency-Key has been carried out, at least in part, but its answer is not kept. Nothing was done now. Check {list} before you send it with another key.',
          { list }
        )
      : text(
          'A request with this Idempotency-Key has been carried out, at least in part, but its answer is not kept. Nothing was done now. Check what has changed before you send it with another key.'
        )
  return new Problem(409, 'E_ANSWER_LOST', message)
}
