import { runInContext, type Context } from '../../ground/context.js'
import { toEvent, type LoggedEvent } from '../logged_event.js'
import { beginning, isBefore, type Position } from '../position.js'
import type { Tail } from '../tail.js'
import { newestBefore, pageOf, placeOf } from './read_tenant.js'

/** Who missed more than so many events gets none of them: it is cheaper to load everything anew. */
const mostMissed = 1_000
const pageSize = 200

/** Where somebody stands who has seen no event, because there was none. */
export const nowhere = 'start'

/** Whoever watches the log. What any of these throws ends the watch. */
export interface LogReader {
  /** Begins behind this: what to give as `after` to go on. */
  begins(at: string): void
  /** The next events, in the order of the log. */
  show(events: readonly LoggedEvent[]): void
  /** Resolves when more can be taken; asked for while there is much. */
  ready(): Promise<void>
  /** What was missed cannot be told; goes on with what comes from now on. */
  reset(at: string, reason: string): void
  /** The log cannot be read; nothing more comes. */
  failed(error: unknown): void
}

/** Where those stand who have seen all. */
interface Group {
  readonly tail: Tail
  join(watch: Watch): void
  leave(watch: Watch): void
}

/** One reader's way along the log: what it missed from the database, then what the tail tells. */
export class Watch {
  /** Everything up to here was shown, or is of no concern. */
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
      const at = after === nowhere ? beginning : after && (await placeOf(after))
      if (!at) await this.#beginNow(after)
      else if (!this.#stopped) {
        this.#at = at
        this.reader.begins(after!)
      }
      await this.#readOn()
    })
  }

  /** Reads what the tail does not tell any more. */
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
      // Nothing is awaited between this look and joining: the tail tells of all that is behind it.
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

  /** @param missed what the reader asked to go on behind, if anything */
  async #beginNow(missed: string | undefined): Promise<void> {
    const { end } = this.group.tail
    const newest = (await newestBefore(end)) ?? nowhere
    this.#at = end
    this.#missed = 0
    if (this.#stopped) return
    if (missed === undefined) return this.reader.begins(newest)
    const reason =
      missed === 'too many'
        ? `More than ${mostMissed} events were missed. Load what you show anew.`
        : 'The event to go on behind is not known here, or no longer. Load what you show anew.'
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
