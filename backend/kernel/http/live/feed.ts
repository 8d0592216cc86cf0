import type { ServerResponse } from 'node:http'
import { clock } from '../../ground/clock.js'
import { runInContext } from '../../ground/context.js'
import { Problem } from '../../ground/problem.js'
import { text } from '../../ground/text.js'
import { Reader } from '../reader.js'
import type { Call } from '../call.js'
import { loggable } from '../../ground/loggable.js'
import { sseText, type FeedMessage } from './sse.js'
import { leavingMs, streamsOf, type LiveStreams, type Stream } from './streams.js'
import { upgradeOf } from './upgrade.js'

/** Delay before a client reconnects after a feed ends. */
const retryMs = 2_000

/** A controller's handler for an open feed, run in the caller's context. An error it throws ends the feed. */
export type FeedSource = (feed: Feed) => void | Promise<void>

/** An open feed. */
export class Feed implements Stream {
  readonly #response: ServerResponse
  #place: string | undefined
  #drained: PromiseWithResolvers<void> | undefined

  constructor(
    readonly call: Call,
    private readonly streams: LiveStreams
  ) {
    this.#response = call.http.response.response
    const goOn = () => {
      this.#drained?.resolve()
      this.#drained = undefined
    }
    this.#response.on('drain', goOn).once('close', goOn)
    // `close` reports a disconnect; an unhandled error event would end the process.
    this.#response.on('error', () => undefined)
  }

  get isOpen(): boolean {
    const { closed, destroyed, writableEnded } = this.#response
    return !closed && !destroyed && !writableEnded
  }

  /** Calls `listener` once, when nothing more can be sent. */
  onEnd(listener: () => void): void {
    if (this.#response.closed) listener()
    else this.#response.once('close', listener)
  }

  send(message: FeedMessage): void {
    this.write(sseText(message))
  }

  /**
   * Sends messages that are already text (`sseText`). A client that does not keep up is disconnected, and can
   * resume later.
   */
  write(text: string): void {
    if (!this.isOpen) return
    this.#place = undefined
    this.#response.write(text)
    if (this.#response.writableLength <= this.streams.bounds.streamBytes) return
    this.streams.logSlow(this.call)
    this.cut()
  }

  /** Records the reader's position without sending an event; the next heartbeat carries it. */
  moveTo(id: string): void {
    this.#place = id
  }

  /** Resolves when the buffer has drained, or when the feed has ended. */
  ready(): Promise<void> {
    if (!this.isOpen || !this.#response.writableNeedDrain) return Promise.resolve()
    this.#drained ??= Promise.withResolvers<void>()
    return this.#drained.promise
  }

  beat(): void {
    this.write(this.#place === undefined ? ':\n\n' : sseText({ id: this.#place }))
  }

  end({ code, text }: Problem): void {
    const message = new Reader(this.call.http).say(text)
    this.send({ event: 'end', data: { code, message } })
    this.leave()
  }

  leave(): void {
    if (!this.isOpen) return
    this.#response.end()
    const late = clock.after(leavingMs, () => this.cut()).unref()
    this.onEnd(() => late.stop())
  }

  cut(): void {
    this.#response.destroy()
  }
}

/** Opens the feed a call requested. @throws Problem 400 for a handshake, or while there is no room */
export function openFeed(call: Call): void {
  const { http } = call
  // A WebSocket client's disconnect would go unnoticed here.
  if (upgradeOf(http.request.request)) {
    throw new Problem(
      400,
      'E_UPGRADE',
      text('This address sends Server-Sent Events. Repeat the request without the Upgrade header.')
    )
  }
  const raw = http.response.response
  const streams = streamsOf(call)
  streams.assertRoom(call)
  if (raw.closed) return
  http.response.header('content-type', 'text/event-stream; charset=utf-8')
  http.response.header('cache-control', 'no-store, no-transform')
  http.response.header('x-accel-buffering', 'no')
  http.response.relayHeaders()
  raw.writeHead(200)
  raw.write(`retry: ${retryMs}\n\n`)
  const feed = new Feed(call, streams)
  feed.onEnd(streams.add(feed))
  void begin(feed)
}

async function begin(feed: Feed): Promise<void> {
  const { call } = feed
  try {
    await runInContext(call.context, async () => (call.result as FeedSource)(feed))
  } catch (error) {
    call.http.logger.error({ err: loggable(error) }, 'a feed failed')
    feed.leave()
  }
}
