import { Problem, text } from '@crossdock/kernel/ground'
import type { Input } from '@crossdock/kernel/http'

/** Returns a signal that aborts when the caller closes the connection, so that an abandoned test ends early. */
export function untilLeft({ response }: Input['http']): AbortSignal {
  const gone = new AbortController()
  const left = new Problem(400, 'E_CLIENT_LEFT', text('The client left before the answer came.'))
  response.response.once('close', () => gone.abort(left))
  return gone.signal
}
