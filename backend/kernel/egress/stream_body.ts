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
 * The answer's body as a stream that reads no faster than it is read. Its bounds, its deadline, its reader's leaving
 * and its own end all close or free the connection; nothing but an end with all bytes is an `end`.
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
  let idle = clock.after(idleMs, look)
  function look() {
    const restMs = movedAt + idleMs - clock.ticks()
    if (restMs > 0) return void (idle = clock.after(restMs, look))
    const unread = `The answer of ${host} was not read for ${idleMs} ms.`
    exchange.stop(
      body.readableLength > 0 ? new EgressTimeout(host, idleMs, unread) : saidNothing(host, idleMs)
    )
  }
  // Whoever reads meets the error; nobody may be reading any more.
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
