import type { IncomingMessage } from 'node:http'
import { mustBeWhole, tooSlow } from './pace.js'
import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'

/**
 * Reads a body into memory. Beyond `maxBytes` nothing is kept and `tooLarge` is thrown.
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
      // The sender gets to see the answer while what it still sends is dropped.
      request.resume()
      reject(problem)
    }
    const keep = (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) return refuse(tooLarge())
      chunks.push(chunk)
    }
    const brokenOff = () => {
      // A whole one is closed as well, and a problem costs as much as all else here.
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
