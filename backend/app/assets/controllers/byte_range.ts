import { Problem, text } from '@crossdock/kernel/ground'
import type { ByteRange } from '@crossdock/kernel/storage'

/**
 * Reads a Range header (RFC 9110, 14.2). For several ranges, or none, the whole file is sent, as the RFC
 * allows.
 * @throws Problem 416 when the range starts after the end
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, first, last] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    if (length === 0) throw unsatisfiable(size)
    return { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= size) throw unsatisfiable(size)
  return { start, end }
}

function unsatisfiable(size: number): Problem {
  const message = text('The range starts after the end: there are {size} bytes.', { size })
  return new Problem(416, 'E_RANGE', message, {
    headers: { 'content-range': `bytes */${size}` },
  })
}
