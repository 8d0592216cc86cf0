import type { Dispatcher } from 'undici'
import { EgressTooLarge } from './errors.js'

/** Reads the answer's body up to `maxBytes`. One byte more ends the connection. */
export async function readBody(
  answer: Dispatcher.ResponseData,
  maxBytes: number,
  host: string,
  method: string
): Promise<Buffer> {
  // Destroying the stream emits an error that the exception already reports.
  answer.body.on('error', () => {})

  refuseAnnounced(answer, maxBytes, host, method)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge(host, maxBytes, `more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

/** Refuses an answer that announces a size that is too large, before reading it. @throws EgressTooLarge */
export function refuseAnnounced(
  answer: Dispatcher.ResponseData,
  maxBytes: number,
  host: string,
  method: string
): void {
  const announced = Number(answer.headers['content-length'])
  if (method.toUpperCase() === 'HEAD' || !(announced > maxBytes)) return
  answer.body.destroy()
  throw tooLarge(host, maxBytes, `${announced} bytes`)
}

export function tooLarge(host: string, maxBytes: number, sent: string): EgressTooLarge {
  return new EgressTooLarge(host, `${host} answered with ${sent}; at most ${maxBytes} are read.`)
}
