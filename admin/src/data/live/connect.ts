import type { LiveEvent } from '@crossdock/client'
import { createParser } from 'eventsource-parser'

/** A batch of messages from the stream. */
export interface EventBatch {
  /** The stream position after this batch. A later connection resumes there. */
  at?: string
  types: string[]
  /** Whether the server could not replay all events since the requested position. */
  isReset: boolean
}

/** Opens the stream of events after the named one; without a name, of new events. */
export type OpenStream = (
  after: string | undefined,
  signal: AbortSignal
) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>

/** The server sends something every 20 seconds. After this silence (ms) the connection counts as dead. */
const SILENCE = 50_000

/**
 * Reads one connection to its end and reports messages that arrive together in one call.
 * @returns the wait before the next connection that the server asks for
 */
export async function connect(
  open: OpenStream,
  after: string | undefined,
  onEvents: (batch: EventBatch) => void,
  signal: AbortSignal
): Promise<number | undefined> {
  const silence = new AbortController()
  const body = await open(after, AbortSignal.any([signal, silence.signal]))
  let retry: number | undefined
  let batch: EventBatch = { types: [], isReset: false }
  const parser = createParser({
    onRetry: (ms) => (retry = ms),
    onId: (id) => (batch.at = id),
    onEvent: ({ event, data }) => {
      if (event === undefined) batch.types.push((JSON.parse(data) as LiveEvent).type)
      else if (event === 'reset') batch.isReset = true
    },
  })
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      const timer = setTimeout(() => silence.abort(), SILENCE)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (done) return retry
      parser.feed(value)
      if (batch.at === undefined) continue
      onEvents(batch)
      batch = { types: [], isReset: false }
    }
  } finally {
    // Close the stream after any error.
    void reader.cancel().catch(() => undefined)
  }
}
