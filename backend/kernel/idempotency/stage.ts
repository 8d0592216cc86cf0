import { databaseFault, OutcomeUnknown } from '../database/faults.js'
import { runGuarded, type Guard } from '../ground/context.js'
import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import { answerFor } from '../http/answer.js'
import type { Call } from '../http/call.js'
import { loggable } from '../http/loggable.js'
import type { Operation } from '../http/operation.js'
import type { Stage } from '../http/stages.js'
import { keyOf, rightsOf } from './key.js'
import { open, seal } from './kept_answer.js'
import {
  claim,
  giveBack,
  keep,
  leaseMs,
  mark,
  prolong,
  type Claim,
  type Earlier,
} from './record.js'

/**
 * Honours `Idempotency-Key`: a request that comes again with its key is not carried out again, but
 * answered again (docs/api.md). Who may, and whether the input is valid, has been checked before.
 */
export const idempotency: Stage = {
  at: 'act',
  async around(call, next) {
    const key = keyOf(call)
    if (!key) return next()
    const found = await claim(key)
    if ('key' in found) return carryOut(call, found, next)
    if (found.fingerprint !== key.fingerprint) throw reused()
    call.result = again(call, found)
  },
}

/** Once for all who come with the key: what the first transaction stores names the row, or is not stored. */
async function carryOut(call: Call, claimed: Claim, next: () => Promise<void>): Promise<void> {
  const guard: Guard = {
    taken: false,
    async check() {
      if (!(await mark(claimed))) throw underWay()
    },
  }
  const attempt = (work: Promise<void>) =>
    work.catch((error: unknown) => call.http.logger.warn({ err: loggable(error) }, keptBadly))
  const working = setInterval(() => void attempt(prolong(claimed)), leaseMs / 3)
  try {
    await runGuarded(guard, next)
  } catch (error) {
    const given = attempt(giveBack(claimed))
    // Nobody waits for a database that is away to be told so.
    if (databaseFault(error) !== 'away' && !(error instanceof OutcomeUnknown)) await given
    throw error
  } finally {
    clearInterval(working)
  }
  const answer = answerFor(call.operation, call.http, call.result)
  const kept = answer && { answer, rights: rightsOf(call) }
  await attempt(keep(claimed, kept ? seal(kept, claimed.id) : null))
}

const keptBadly =
  'What becomes of a request with an Idempotency-Key could not be noted. If it comes again, it will be told so.'

/** The answer to a request that came before. @throws Problem 409 where there is none, 403 for whoever may do other things by now */
function again(call: Call, { id, answer, held }: Earlier) {
  if (held) throw underWay()
  const kept = answer === null ? undefined : open(answer, id)
  if (!kept) throw lost(call.operation)
  if (kept.rights !== rightsOf(call)) throw withheld()
  return kept.answer
}

function reused(): Problem {
  return new Problem(
    422,
    'E_IDEMPOTENCY_KEY_REUSED',
    text(
      'This Idempotency-Key came with another request before: address, environment or body differ. Nothing was done. Give every request a key of its own.'
    )
  )
}

function underWay(): Problem {
  return new Problem(
    409,
    'E_IDEMPOTENCY_KEY_IN_USE',
    text(
      'A request with this Idempotency-Key is under way. Send it again in a moment to get its answer.'
    ),
    { headers: { 'retry-after': '2' } }
  )
}

function withheld(): Problem {
  return new Problem(
    403,
    'E_RIGHTS_CHANGED',
    text(
      'The request with this Idempotency-Key has been carried out. What you may do has changed since, so its answer is not given again. Nothing was done now.'
    )
  )
}

function lost({ location = '' }: Operation): Problem {
  const list = location.replace(/\/\{\w+\}$/, '')
  const message =
    list && !list.includes('{')
      ? text(
          'A request with this Idempotency-Key has been carried out, at least in part, but its answer is not kept. Nothing was done now. Look at {list} before you send it with another key.',
          { list }
        )
      : text(
          'A request with this Idempotency-Key has been carried out, at least in part, but its answer is not kept. Nothing was done now. Look what has changed before you send it with another key.'
        )
  return new Problem(409, 'E_ANSWER_LOST', message)
}
