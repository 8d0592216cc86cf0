import { MIMEType } from 'node:util'

/** Matches boundaries as in RFC 2046 (5.1.1), which browsers and all known programs use. */
const usual = /^[\w'()+,./:=? -]{1,70}$/

/** Returns the boundary in the content type of a form; undefined if it is missing or invalid. */
export function boundaryOf(contentType: string): string | undefined {
  try {
    const boundary = new MIMEType(contentType).params.get('boundary')
    return boundary && usual.test(boundary) ? boundary : undefined
  } catch {
    return undefined
  }
}

/** The delimiter between two parts of a form. */
export class Delimiter {
  readonly #bytes: Buffer

  constructor(boundary: string) {
    this.#bytes = Buffer.from(`\r\n--${boundary}`, 'latin1')
  }

  get length(): number {
    return this.#bytes.length
  }

  /** Returns the delimiter's position in the bytes; -1 if they do not contain it completely. */
  indexIn(bytes: Buffer): number {
    return bytes.indexOf(this.#bytes)
  }

  /** Returns how many bytes at the end may be the beginning of the delimiter. */
  begunIn(bytes: Buffer): number {
    const limit = Math.min(bytes.length, this.length - 1)
    for (let at = bytes.length - limit; ; at++) {
      at = bytes.indexOf(13, at)
      if (at < 0) return 0
      const length = bytes.length - at
      if (bytes.compare(this.#bytes, 0, length, at) === 0) return length
    }
  }
}
