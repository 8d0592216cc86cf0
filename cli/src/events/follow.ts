import { setTimeout as pause } from 'node:timers/promises'
import type { LiveEnd, LiveEvent, LiveReset } from '@crossdock/client'
import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream'
import type { ApiClient, Query } from '../api/client.js'
import { unreachable } from '../api/unreachable.js'
import { CliError, ExitCode } from '../errors.js'
import type { Factory } from '../factory.js'
import { parseJson } from '../json.js'

/** How soon to ask again, unless the server says otherwise. */
const RETRY_MS = 2000
const MOST_RETRY_MS = 60_000
const FAILURES_IN_A_ROW = 30
/** What every header carries unchanged. */
const FITS_HEADER = /^[\x21-\x7e]+$/

/** Where a reader stands, over as many connections as it takes. */
interface Place {
  after: string | undefined
  retryMs: number
}

/**
 * What happens, for ever. Goes on behind the last event it saw when the connection breaks, as
 * during an upgrade. @throws CliError when the server ends it for good, or stays away
 */
export async function* followEvents(
  factory: Factory,
  api: ApiClient,
  wanted: Query,
  after?: string
): AsyncGenerator<LiveEvent> {
  const place: Place = { after, retryMs: RETRY_MS }
  for (let failures = 0; ; await pause(place.retryMs)) {
    try {
      for await (const message of connect(api, wanted, place)) {
        failures = 0
        const event = readMessage(factory, api.server, message)
        if (event) yield event
      }
    } catch (error) {
      const isAway = error instanceof CliError && error.exitCode === ExitCode.unreachable
      failures += 1
      if (!isAway || failures === FAILURES_IN_A_ROW) throw error
      if (failures === 1) factory.note(`${error.message} Trying again.`)
    }
  }
}

/** How long to wait when a server asks for so much: past what a timer holds, that would be no time at all. */
export const pauseFor = (asked: number): number => Math.min(asked, MOST_RETRY_MS)

/** One connection to its end. */
async function* connect(
  api: ApiClient,
  wanted: Query,
  place: Place
): AsyncGenerator<EventSourceMessage> {
  const { after } = place
  const fits = after !== undefined && FITS_HEADER.test(after)
  const { body } = await api.send('GET', '/api/events/stream', {
    query: { ...wanted, lastEventId: fits ? undefined : after },
    headers: { accept: 'text/event-stream', ...(fits && { 'last-event-id': after }) },
  })
  const parser = new EventSourceParserStream({
    onRetry: (ms) => (place.retryMs = pauseFor(ms)),
    // Also of what was not wanted: behind it the next connection goes on.
    onId: (id) => (place.after = id),
  })
  const messages = body!.pipeThrough(new TextDecoderStream()).pipeThrough(parser)
  try {
    yield* messages
  } catch (error) {
    throw unreachable(api.server, error)
  }
}

/** @throws CliError when the server says that this is the end, or what nobody understands */
function readMessage(
  factory: Factory,
  server: string,
  { event, data }: EventSourceMessage
): LiveEvent | undefined {
  if (event === 'reset') {
    const { reason } = parse<LiveReset>(server, data)
    factory.note(`Not everything can be told: ${reason}`)
    return undefined
  }
  if (event === 'end') {
    const { message } = parse<LiveEnd>(server, data)
    throw new CliError(ExitCode.notSignedIn, message)
  }
  return parse<LiveEvent>(server, data)
}

function parse<T>(server: string, data: string): T {
  try {
    return parseJson(data) as T
  } catch {
    throw new CliError(ExitCode.failure, `${server} told of an event, but not as JSON.`, {
      hint: 'Check that --server names a Crossdock server.',
    })
  }
}
