import { AsyncResource } from 'node:async_hooks'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { logger } from '@crossdock/kernel/plugin'
import { Turns, whoseTurn } from '@crossdock/kernel/tenancy'
import type { Order, Told } from './picture_main.js'
import { PictureProcess, type PictureBounds } from './picture_process.js'

/** More than a picture takes, and less than a decoder needs to do harm. Whoever waits for an answer of the server comes first. */
export const pictureBounds: PictureBounds = {
  cpuMs: 20_000,
  ms: 5 * 60_000,
  memory: 768 * 1024 ** 2,
  idleMs: 30_000,
  priority: constants.priority.PRIORITY_BELOW_NORMAL,
}
/** Decoders lose a little memory. */
const mostInTurn = 100

interface Waiting {
  readonly whose: string
  go(): Promise<void>
}

const nobody: ReadonlySet<string> = new Set()

/**
 * Draws pictures one behind the other, those of tenants in turns, in a process that is there while somebody wants some.
 */
export class Pictures {
  #process: PictureProcess | undefined
  #drawn = 0
  readonly #waiting = new Turns<Waiting>()
  #isDrawing = false
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
    return new Promise((resolve, reject) => {
      // What waits goes on in the context of who asked for it, not of who was before.
      const go = AsyncResource.bind(() => this.#drawNow(open, order).then(resolve, reject))
      this.#waiting.add({ whose: whoseTurn(), go }, false)
      if (!this.#isDrawing) void this.#drawAll()
    })
  }

  /** Ends what is drawn at the moment, too. */
  end(): void {
    this.#process?.end()
  }

  async #drawAll(): Promise<void> {
    this.#isDrawing = true
    for (let next = this.#waiting.next(nobody); next; next = this.#waiting.next(nobody))
      await next.go()
    this.#isDrawing = false
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
