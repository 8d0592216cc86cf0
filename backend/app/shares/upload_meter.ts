import { Problem, text } from '@crossdock/kernel/ground'
import { bytesPerLink, countedBytes, mostBytesPerForm } from './limits.js'

/** Limits the bytes that visitors send, while they arrive. */
export class UploadMeter {
  #bytes = 0
  #counted = 0

  constructor(private readonly shareId: string) {}

  /** Checks the declared length before reading. @throws Problem 413 */
  announce(length: string | undefined): void {
    if (Number(length ?? 0) > mostBytesPerForm) throw tooLarge()
  }

  /** @throws Problem 413 for more than one form may have, 429 for more than the link accepts in an hour */
  async take(length: number): Promise<void> {
    this.#bytes += length
    if (this.#bytes > mostBytesPerForm) throw tooLarge()
    const begun = Math.ceil(this.#bytes / countedBytes) - this.#counted
    if (begun === 0) return
    this.#counted += begun
    await bytesPerLink.use(this.shareId, begun)
  }
}

const tooLarge = () =>
  new Problem(
    413,
    'E_CONTENT_TOO_LARGE',
    text('A link receives at most {most} GiB at once. Send fewer or smaller files.', {
      most: mostBytesPerForm / 1024 ** 3,
    })
  )
