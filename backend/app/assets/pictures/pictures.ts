import type { Readable } from 'node:stream'
import { logger } from '@crossdock/kernel/plugin'
import type { Order, Told } from './picture_main.js'
import { PictureProcess, type PictureBounds } from './picture_process.js'

/** More than a picture takes on a busy machine, and less than a decoder needs to do harm. */
export const pictureBounds: PictureBounds = {
  ms: 20_000,
  memory: 768 * 1024 ** 2,
  idleMs: 30_000,
}
/** Decoders lose a little memory. */
const mostInTurn = 100

/** Draws pictures one behind the other, in a process that is there while somebody wants some. */
export class Pictures {
  #process: PictureProcess | undefined
  #drawn = 0
  #last: Promise<unknown> = Promise.resolve()
  #isMissing = false

  constructor(private readonly bounds: PictureBounds = pictureBounds) {}

  /** Of the process there is. */
  get pid(): number | undefined {
    return this.#process?.isEnding ? undefined : this.#process?.pid
  }

  /**
   * @param open gives the bytes when it is their turn
   * @throws PictureLost, or what reading the bytes throws
   */
  draw(open: () => Promise<Readable>, order: Order): Promise<Told> {
    const drawn = this.#last.then(() => this.#drawNow(open, order))
    this.#last = drawn.catch(() => undefined)
    return drawn
  }

  /** Ends what is drawn at the moment, too. */
  end(): void {
    this.#process?.end()
  }

  async #drawNow(open: () => Promise<Readable>, order: Order): Promise<Told> {
    const bytes = await open()
    if (!this.#process || this.#process.isEnding) {
      this.#process = new PictureProcess(this.bounds)
      this.#drawn = 0
    }
    const told = await this.#process.draw(bytes, order)
    // A decoder that met what it does not understand is not asked again.
    if (!('pages' in told) || ++this.#drawn >= mostInTurn) this.#process.end()
    if ('missing' in told) this.#tellMissing(told.missing)
    return told
  }

  #tellMissing(reason: string): void {
    if (this.#isMissing) return
    this.#isMissing = true
    logger.use().warn({ reason }, 'no thumbnails and previews: what draws them is not installed')
  }
}
