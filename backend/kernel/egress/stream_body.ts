import { Transform, type Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { clock } from '../ground/clock.js'
import { tooLarge } from './body.js'
import { EgressTimeout } from './errors.js'
import type { Exchange } from './exchange.js'

export interface StreamBounds {
  maxBytes: number
  idleMs: number
}

/**
 * The answer's body as a stream with back pressure. The connection is released at the end, on the size limit,
 * on the deadline, and when the reader stops. Only a complete body emits `end`.
 */
export function streamBody(
  answer: Dispatcher.ResponseData,
  exchange: Exchange,
  { maxBytes, idleMs }: StreamBounds
): Readable {
  const { host } = exchange
  let size = 0
  let movedAt = clock.ticks()
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxBytes) return done(tooLarge(host, maxBytes, 'more'))
      movedAt = clock.ticks()
      done(null, chunk)
    },
  })
  let idle = clock.after(idleMs, checkIdle)
  function checkIdle() {
    const remainingMs = movedAt + idleMs - clock.ticks()
    if (remainingMs > 0) return void (idle = clock.after(remainingMs, checkIdle))
    const unread = `The answer of ${host} was not read for ${idleMs} ms.`
    exchange.stop(
      body.readableLength > 0 ? new EgressTimeout(host, idleMs, unread) : saidNothing(host, idleMs)
    )
  }
  // The reader handles the error. Without a reader, an error event would end the process.
  body.on('error', () => {})
  body.once('close', () => {
    idle.stop()
    exchange.end()
    if (!answer.body.readableEnded) answer.body.destroy()
  })
  answer.body.once('error', (error) => body.destroy(exchange.explain(error)))
  answer.body.pipe(body)
  return body
}

export const saidNothing = (host: string, idleMs: number) =>
  new EgressTimeout(host, idleMs, `${host} sent nothing for ${idleMs} ms.`)
