import { runInContext, type Context } from '../../ground/context.js'
import { toEvent, type LoggedEvent } from '../logged_event.js'
import { beginning, isBefore, type Position } from '../position.js'
import type { Tail } from '../tail.js'
import { newestBefore, pageOf, placeOf } from './read_tenant.js'

/** A reader that missed more events gets none of them: a reload is cheaper. */
const mostMissed = 1_000
const pageSize = 200

/** Position of a reader that has seen no event because there was none. */
export const logStart = 'start'

/** A reader of the log. An error it throws ends the watch. */
export interface LogReader {
  /** Start position: pass it as `after` to continue. */
  begins(at: string): void
  /** The next events, in log order. */
  show(events: readonly LoggedEvent[]): void
  /** Resolves when the reader can take more; called during large reads. */
  ready(): Promise<void>
  /** Missed events cannot be sent; continues with new ones. */
  reset(at: string, reason: string): void
  /** The log cannot be read; no more events come. */
  failed(error: unknown): void
}

/** The readers that are up to date. */
interface Group {
  readonly tail: Tail
  join(watch: Watch): void
  leave(watch: Watch): void
}

/** One reader's path along the log: missed events from the database, then new ones from the tail. */
export class Watch {
  /** Everything up to here was shown, or is irrelevant. */
  #at: Position = beginning
  #missed = 0
  #stopped = false

  constructor(
    private readonly group: Group,
    private readonly reader: LogReader,
    private readonly context: Context
  ) {}

  get tenantId(): string | null {
    return this.context.tenantId
  }

  get at(): Position {
    return this.#at
  }

  begin(after: string | undefined): void {
    this.#go(async () => {
      const at = after === logStart ? beginning : after && (await placeOf(after))
      if (!at) await this.#beginNow(after)
      else if (!this.#stopped) {
        this.#at = at
        this.reader.begins(after!)
      }
      await this.#readOn()
    })
  }

  /** Reads events that the tail no longer holds. */
  catchUp(): void {
    this.#missed = 0
    this.#go(() => this.#readOn())
  }

  show(events: readonly LoggedEvent[]): void {
    try {
      this.reader.show(events)
    } catch (error) {
      this.#fail(error)
    }
  }

  stop(): void {
    this.#stopped = true
    this.group.leave(this)
  }

  async #readOn(): Promise<void> {
    while (!this.#stopped) {
      const { end } = this.group.tail
      // No await between this check and joining, so the tail delivers everything later.
      if (!isBefore(this.#at, end)) return this.group.join(this)
      const { rows, reached } = await pageOf(this.#at, end, pageSize)
      this.#missed += rows.length
      if (this.#missed > mostMissed) {
        await this.#beginNow('too many')
        continue
      }
      this.#at = reached
      const events = rows.map(toEvent).filter((event) => event !== undefined)
      if (this.#stopped) return
      if (events.length > 0) this.reader.show(events)
      await this.reader.ready()
    }
  }

  /** @param missed the requested start, if any */
  async #beginNow(missed: string | undefined): Promise<void> {
    const { end } = this.group.tail
    const newest = (await newestBefore(end)) ?? logStart
    this.#at = end
    this.#missed = 0
    if (this.#stopped) return
    if (missed === undefined) return this.reader.begins(newest)
    const reason =
      missed === 'too many'
        ? `More than ${mostMissed} events were missed. Reload the data.`
        : 'The event to continue after is unknown or was deleted. Reload the data.'
    this.reader.reset(newest, reason)
  }

  #go(work: () => Promise<void>): void {
    runInContext(this.context, work).catch((error: unknown) => this.#fail(error))
  }

  #fail(error: unknown): void {
    if (this.#stopped) return
    this.stop()
    this.reader.failed(error)
  }
}
