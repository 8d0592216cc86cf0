import { Problem, text } from '@crossdock/kernel/http'
import { bytesPerLink, countedBytes, mostBytesPerForm } from './limits.js'

/** Counts what a visitor sends while it comes in: whoever has a link may be anybody. */
export class UploadMeter {
  #bytes = 0
  #counted = 0

  constructor(private readonly shareId: string) {}

  /** Before anything is read, by what the form says of itself. @throws Problem 413 */
  announce(length: string | undefined): void {
    if (Number(length ?? 0) > mostBytesPerForm) throw tooLarge()
  }

  /** @throws Problem 413 for more than one form may bring, 429 for more than the link takes in an hour */
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
    text('By a link at most {most} GiB are uploaded at once. Send fewer or smaller files.', {
      most: mostBytesPerForm / 1024 ** 3,
    })
  )
