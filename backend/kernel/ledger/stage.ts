import type { Call } from '../http/call.js'
import type { Stage } from '../http/stages.js'
import { whenClosed } from '../http/when_closed.js'
import type { Place } from './meters.js'
import { ledger } from './ledger.js'
import { writeStandings } from './rate_headers.js'

/** Credentials of programs, as identities call them. People at a screen have a limit of their own. */
const ofPrograms = new Set(['api_token'])

/** Where a call counts; undefined for one that counts nowhere: of people, of strangers, and of operators outside of tenants. */
export function countedPlace({ identity, context }: Call): Place | undefined {
  if (!identity || !ofPrograms.has(identity.credential.type)) return undefined
  const { tenantId, environmentId } = context
  return tenantId && environmentId ? { tenantId, environmentId } : undefined
}

/**
 * Counts calls against every meter of all calls. Whoever may not call at all (401, 403) never comes here and is not counted;
 * a request that is answered again by its Idempotency-Key is a call like any other.
 */
export const quota: Stage = {
  at: 'admit',
  async around(call, next) {
    const place = countedPlace(call)
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

function admit({ http, operation }: Call, place: Place): Promise<void> {
  // A live stream is one call; those that are open have seats of their own.
  return ledger
    .use()
    .admit(place, !operation.live, (release) => whenClosed(http.response.response, release))
}
