import { AsyncResource } from 'node:async_hooks'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { logger, perApplication } from '@crossdock/kernel/plugin'
import { Turns, whoseTurn } from '@crossdock/kernel/tenancy'
import { DrawingBudget } from './drawing_budget.js'
import type { DrawRequest, Outcome } from './picture_main.js'
import { PictureLost, PictureProcess, type PictureBounds } from './picture_process.js'

/** Limits of a first try. Most pictures use a tenth; a picture that exceeds them moves to the slow lane. */
const quickBounds: PictureBounds = {
  cpuMs: 2_000,
  ms: 60_000,
  memory: 256 * 1024 ** 2,
  idleMs: 30_000,
  priority: constants.priority.PRIORITY_BELOW_NORMAL,
}

/** Limits of the slow lane: enough for large pictures, and little harm by hostile ones. */
export const slowBounds: PictureBounds = {
  cpuMs: 20_000,
  ms: 5 * 60_000,
  memory: 768 * 1024 ** 2,
  idleMs: 30_000,
  priority: constants.priority.PRIORITY_LOW,
}

/** Processor time in milliseconds that a lane spends on one tenant in one minute. */
const budgetMs = 20_000
/** The process is replaced after this many pictures, because decoders leak a little memory. */
const mostInTurn = 100

/** The tenant has used up its drawing budget of this minute. */
export class BudgetUsedUp extends Error {
  override name = 'BudgetUsedUp'

  constructor(readonly until: Date) {
    super(`The tenant has used up its drawing budget until ${until.toISOString()}.`)
  }
}

interface Waiting {
  readonly whose: string
  go(): Promise<void>
}

const noTenant: ReadonlySet<string> = new Set()

/**
 * A lane draws one picture at a time, in its own process, which ends when idle. Tenants take turns, and each
 * has a budget.
 */
export class Pictures {
  #process: PictureProcess | undefined
  #drawn = 0
  readonly #waiting = new Turns<Waiting>()
  readonly #budget = new DrawingBudget(budgetMs)
  #isDrawing = false
  #isMissing = false

  constructor(private readonly bounds: PictureBounds) {}

  /** Process id of the running process. */
  get pid(): number | undefined {
    return this.#process?.isEnding ? undefined : this.#process?.pid
  }

  /**
   * @param open opens the bytes when the picture's turn comes
   * @throws PictureLost, BudgetUsedUp, or errors of reading the bytes
   */
  draw(open: () => Promise<Readable>, request: DrawRequest): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const whose = whoseTurn()
      // Runs in its own caller's async context, not in that of the previous picture.
      const go = AsyncResource.bind(() => this.#drawFor(whose, open, request).then(resolve, reject))
      this.#waiting.add({ whose, go }, false)
      if (!this.#isDrawing) void this.#drawAll()
    })
  }

  /** Also ends the current drawing. */
  end(): void {
    this.#process?.end()
  }

  async #drawAll(): Promise<void> {
    this.#isDrawing = true
    for (let next = this.#waiting.next(noTenant); next; next = this.#waiting.next(noTenant))
      await next.go()
    this.#isDrawing = false
  }

  async #drawFor(
    whose: string,
    open: () => Promise<Readable>,
    request: DrawRequest
  ): Promise<Outcome> {
    const until = this.#budget.waitsUntil(whose)
    if (until) throw new BudgetUsedUp(until)
    try {
      const { usedMs, ...outcome } = await this.#drawNow(open, request)
      this.#budget.charge(whose, usedMs)
      return outcome
    } catch (error) {
      // The time that a killed process used is unknown: charge the whole limit.
      if (error instanceof PictureLost) this.#budget.charge(whose, this.bounds.cpuMs)
      throw error
    }
  }

  async #drawNow(open: () => Promise<Readable>, request: DrawRequest) {
    const bytes = await open()
    if (!this.#process || this.#process.isEnding) {
      this.#process = new PictureProcess(this.bounds)
      this.#drawn = 0
    }
    const outcome = await this.#process.draw(bytes, request)
    // Replace the process also after a decoder failed on a file.
    if (!('pages' in outcome) || ++this.#drawn >= mostInTurn) this.#process.end()
    if ('missing' in outcome) this.#logMissing(outcome.missing)
    return outcome
  }

  #logMissing(reason: string): void {
    if (this.#isMissing) return
    this.#isMissing = true
    logger
      .use()
      .warn({ reason }, 'no thumbnails and previews: the drawing library is not installed')
  }
}

/** First tries of thumbnails. */
export const thumbnailPictures = perApplication(() => new Pictures(quickBounds))

/** First tries of previews, for which a person waits. */
export const previewPictures = perApplication(
  () => new Pictures({ ...quickBounds, priority: constants.priority.PRIORITY_NORMAL })
)

/** Pictures that exceeded a first try, and files from visitors of links. */
export const slowPictures = perApplication(() => new Pictures(slowBounds))

/** Ends the processes of all lanes. */
export function endPictures(): void {
  for (const lane of [thumbnailPictures(), previewPictures(), slowPictures()]) lane.end()
}
