import { setTimeout as pause } from 'node:timers/promises'
import type { LiveEnd, LiveEvent, LiveReset } from '@crossdock/client'
import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream'
import type { ApiClient, Query } from '../api/client.js'
import { unreachableError } from '../api/unreachable.js'
import { CliError, ExitCode } from '../errors.js'
import type { Factory } from '../factory.js'
import { parseJson } from '../json.js'

/** Delay before the next attempt, unless the server sets one. */
const RETRY_MS = 2000
const MOST_RETRY_MS = 60_000
const FAILURES_IN_A_ROW = 30
/** Characters that every header transmits unchanged. */
const FITS_HEADER = /^[\x21-\x7e]+$/

/** The position of a reader, across connections. */
interface Place {
  after: string | undefined
  retryMs: number
}

/**
 * Yields events without end. After a broken connection, for example during an upgrade, it resumes behind the
 * last event.
 * @throws CliError when the server ends the stream permanently or stays unreachable
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

/** Limits the delay that a server requests. A timer with a larger value would fire immediately. */
export const pauseFor = (asked: number): number => Math.min(asked, MOST_RETRY_MS)

/** Reads one connection until it ends. */
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
    // Also for filtered events: the next connection resumes behind them.
    onId: (id) => (place.after = id),
  })
  const messages = body!.pipeThrough(new TextDecoderStream()).pipeThrough(parser)
  try {
    yield* messages
  } catch (error) {
    throw unreachableError(api.server, error)
  }
}

/** @throws CliError when the server ends the stream or sends an invalid message */
function readMessage(
  factory: Factory,
  server: string,
  { event, data }: EventSourceMessage
): LiveEvent | undefined {
  if (event === 'reset') {
    const { reason } = parse<LiveReset>(server, data)
    factory.note(`Some events cannot be shown: ${reason}`)
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
    throw new CliError(ExitCode.failure, `${server} sent an event that is not JSON.`, {
      hint: 'Check that --server names a Crossdock server.',
    })
  }
}
