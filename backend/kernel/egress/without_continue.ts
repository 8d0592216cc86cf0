import type { Socket } from 'node:net'

const begins = /^HTTP\/1\.[01] 100[ \r]/
const examples = ['HTTP/1.1 100', 'HTTP/1.0 100']
const maxHeadBytes = 16 * 1024

/**
 * Filters the "100 Continue" that some servers send unasked from a socket. A client may ignore it (RFC 9110,
 * 15.2), but undici ends the connection. It is searched only where an answer may begin: in the first bytes
 * received after bytes were sent.
 */
export function withoutContinue<S extends Socket>(socket: S): S {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null
  let sentBefore = -1
  let held: Buffer | null = null
  socket.read = (size?: number) => {
    for (;;) {
      const chunk = read(size)
      if (chunk === null || (held === null && socket.bytesWritten === sentBefore)) return chunk
      sentBefore = socket.bytesWritten
      let bytes: Buffer = held ? Buffer.concat([held, chunk]) : chunk
      held = null
      let length = interimLength(bytes)
      while (length > 0) {
        bytes = bytes.subarray(length)
        length = interimLength(bytes)
        // The real answer is still to come.
        if (bytes.length === 0) sentBefore = -1
      }
      if (length < 0) held = bytes
      else if (bytes.length > 0) return bytes
    }
  }
  return socket
}

/** The length of the interim answer at the start of the bytes; 0 without one, -1 when more bytes are needed to know. */
function interimLength(bytes: Buffer): number {
  const start = bytes.toString('latin1', 0, 13)
  if (start.length < 13)
    return start !== '' && examples.some((one) => one.startsWith(start.slice(0, 12))) ? -1 : 0
  if (!begins.test(start)) return 0
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return bytes.length < maxHeadBytes ? -1 : 0
  return end + 4
}
