import { MIMEType } from 'node:util'

/** Boundaries as RFC 2046 (5.1.1) has them: those of browsers and of every program we know. */
const usual = /^[\w'()+,./:=? -]{1,70}$/

/** The boundary in the type of a form; undefined where it is none that can be searched for. */
export function boundaryOf(contentType: string): string | undefined {
  try {
    const boundary = new MIMEType(contentType).params.get('boundary')
    return boundary && usual.test(boundary) ? boundary : undefined
  } catch {
    return undefined
  }
}

/** What stands between two parts of a form. */
export class Delimiter {
  readonly #bytes: Buffer

  constructor(boundary: string) {
    this.#bytes = Buffer.from(`\r\n--${boundary}`, 'latin1')
  }

  get length(): number {
    return this.#bytes.length
  }

  /** Where it begins in the bytes; -1 when it is not in them as a whole. */
  indexIn(bytes: Buffer): number {
    return bytes.indexOf(this.#bytes)
  }

  /** How many bytes at the end may be its beginning. */
  begunIn(bytes: Buffer): number {
    const most = Math.min(bytes.length, this.length - 1)
    for (let at = bytes.length - most; ; at++) {
      at = bytes.indexOf(13, at)
      if (at < 0) return 0
      const length = bytes.length - at
      if (bytes.compare(this.#bytes, 0, length, at) === 0) return length
    }
  }
}
