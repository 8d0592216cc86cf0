import { Problem, text, type Input } from '@crossdock/kernel/http'

/** Aborted when the caller closes the connection: a test without a reader ends early. */
export function untilLeft({ response }: Input['http']): AbortSignal {
  const gone = new AbortController()
  const left = new Problem(400, 'E_CLIENT_LEFT', text('The client left before the answer came.'))
  response.response.once('close', () => gone.abort(left))
  return gone.signal
}
