import type { IncomingMessage } from 'node:http'
import { mustBeWhole } from './pace.js'
import { tooSlow } from '../ground/too_slow.js'
import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'

/**
 * Reads a body into memory. Above `maxBytes`, keeps nothing and throws `tooLarge`.
 * @throws Problem 408 for a body that is not complete in time, 400 for one that breaks off.
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
  tooLarge: () => Problem
): Promise<Buffer> {
  mustBeWhole(request)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const refuse = (problem: Problem) => {
      request.off('data', keep)
      // Drop the rest of the body so that the sender can read the answer.
      request.resume()
      reject(problem)
    }
    const keep = (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) return refuse(tooLarge())
      chunks.push(chunk)
    }
    const brokenOff = () => {
      // `close` also fires after a complete body; building a Problem for it would be costly.
      if (request.readableEnded) return
      reject(
        new Problem(400, 'E_BODY', text('The connection was closed before the body was complete.'))
      )
    }
    request
      .on('data', keep)
      .once('end', () => resolve(Buffer.concat(chunks)))
      .once('error', brokenOff)
      .once('close', brokenOff)
      .once(tooSlow, refuse)
  })
}
