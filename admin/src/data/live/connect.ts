import type { LiveEvent } from '@crossdock/client'
import { createParser } from 'eventsource-parser'

/** What the stream tells at a time. */
export interface News {
  /** Where the stream stands behind it: what to ask for when it goes on. */
  at?: string
  types: string[]
  /** What happened before cannot be told. */
  isReset: boolean
}

/** Opens the stream behind an event, or from now on. */
export type OpenStream = (
  after: string | undefined,
  signal: AbortSignal
) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>

/** The server sends something every 20 seconds: silent for so long, the connection is dead. */
const SILENCE = 50_000

/**
 * Reads one connection to its end, and tells what arrives together at once.
 * @returns what the server asks to wait before the next one
 */
export async function connect(
  open: OpenStream,
  after: string | undefined,
  hear: (news: News) => void,
  signal: AbortSignal
): Promise<number | undefined> {
  const silence = new AbortController()
  const body = await open(after, AbortSignal.any([signal, silence.signal]))
  let retry: number | undefined
  let news: News = { types: [], isReset: false }
  const parser = createParser({
    onRetry: (ms) => (retry = ms),
    onId: (id) => (news.at = id),
    onEvent: ({ event, data }) => {
      if (event === undefined) news.types.push((JSON.parse(data) as LiveEvent).type)
      else if (event === 'reset') news.isReset = true
    },
  })
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      const timer = setTimeout(() => silence.abort(), SILENCE)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (done) return retry
      parser.feed(value)
      if (news.at === undefined) continue
      hear(news)
      news = { types: [], isReset: false }
    }
  } finally {
    // Whatever went wrong with what it said: it is not left open.
    void reader.cancel().catch(() => undefined)
  }
}
