import type { Call } from '../http/call.js'
import { Limit } from '../http/limits.js'
import type { Stage } from '../http/stages.js'
import { text } from '../ground/text.js'
import { whenClosed } from '../http/when_closed.js'
import type { Place } from './meters.js'
import { ledger } from './ledger.js'
import { writeStandings } from './rate_headers.js'

/** Credentials of programs, as identities call them. People at a screen have a limit of their own. */
const ofPrograms = new Set(['api_token'])

/**
 * Where an admitted call counts; undefined for one that counts nowhere: of people, of strangers, of operators outside of
 * tenants, and a step of what another call has begun.
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

/** Steps cost nothing of a minute's calls; so many of an environment are enough for any work, and bound what is none. */
const stepsPerMinute = 6_000

export const steps = new Limit({
  ...{ name: 'calls.steps', points: stepsPerMinute, seconds: 60 },
  tooMany: {
    seconds: tooManySteps,
    minutes: (wait) => tooManySteps(wait * 60),
    hours: (wait) => tooManySteps(wait * 3600),
  },
})

/**
 * Counts calls against every meter of all calls. Whoever may not call at all (401, 403) never comes here and is not counted;
 * a request that is answered again by its Idempotency-Key is a call like any other.
 */
export const quota: Stage = {
  at: 'admit',
  async around(call, next) {
    const place = placeOf(call)
    try {
      if (place) await admit(call, place)
      // Before the work, which may send its head itself.
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
  // A live stream is one call; those that are open have seats of their own.
  const admission = { hasSeat: !operation.live, counts }
  const held = (release: () => void) => whenClosed(http.response.response, release)
  await ledger.use().admit(place, admission, held)
}
