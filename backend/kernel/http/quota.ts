import type { Call } from './call.js'
import { Limit } from '../limits/limits.js'
import type { Stage } from './stages.js'
import { text } from '../ground/text.js'
import { whenClosed } from '../ground/when_closed.js'
import type { Place } from '../ledger/meters.js'
import { ledger } from '../ledger/ledger.js'
import { writeStandings } from '../ledger/rate_headers.js'

/** Credential types of programs. People at a screen have a separate limit. */
const ofPrograms = new Set(['api_token'])

/**
 * The environment in which an admitted call counts. Undefined for calls of people, anonymous callers and
 * operators outside tenants, and for steps of an earlier call: these do not count.
 */
export const countedPlace = (call: Call): Place | undefined =>
  call.isStep ? undefined : placeOf(call)

function placeOf({ identity, context }: Call): Place | undefined {
  if (!identity || !ofPrograms.has(identity.credential.type)) return undefined
  const { tenantId, environmentId } = context
  return tenantId && environmentId ? { tenantId, environmentId } : undefined
}

const tooManySteps = (wait: number) =>
  text(
    'This environment has sent {points} requests of uploads within a minute. Try again in {wait} seconds.',
    { points: stepsPerMinute, wait }
  )

/**
 * Steps do not count against the limit per minute. This separate limit allows any upload and prevents abuse.
 */
const stepsPerMinute = 6_000

export const steps = new Limit({
  name: 'calls.steps',
  points: stepsPerMinute,
  seconds: 60,
  tooMany: {
    seconds: tooManySteps,
    minutes: (wait) => tooManySteps(wait * 60),
    hours: (wait) => tooManySteps(wait * 3600),
  },
})

/**
 * Counts each call against the meters that cover all calls. Refused callers (401, 403) never get here and are
 * not counted; a request replayed by its Idempotency-Key counts like any other.
 */
export const quota: Stage = {
  at: 'admit',
  async around(call, next) {
    const place = placeOf(call)
    try {
      if (place) await admit(call, place)
      // Before the work, which may send the headers itself.
      writeStandings(call.http, call.context.request)
      await next()
    } finally {
      writeStandings(call.http, call.context.request)
    }
  },
}

async function admit(call: Call, place: Place): Promise<void> {
  const { http, operation } = call
  if (operation.step) call.isStep = await operation.step(http)
  const counts = !call.isStep
  if (!counts) await steps.use(place.environmentId)
  // A live stream is one call; open streams have a separate limit.
  const admission = { hasSeat: !operation.live, counts }
  const held = (release: () => void) => whenClosed(http.response.response, release)
  await ledger.use().admit(place, admission, held)
}
