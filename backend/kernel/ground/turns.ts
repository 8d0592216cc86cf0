import { peekContext } from './context.js'

/**
 * The tenant that the running code works for; '' outside any tenant. It comes from the context, so a caller
 * cannot choose it.
 */
export const whoseTurn = (): string => peekContext()?.tenantId ?? ''

interface Waits {
  /** The tenant. */
  readonly whose: string
}

/**
 * Waiting callers: each tenant has its own queue, and queues are served in turn, so a long queue delays only
 * its own tenant.
 */
export class Turns<Waiting extends Waits> {
  /** The first queue is served next. */
  readonly #lines = new Map<string, Waiting[]>()

  get length(): number {
    let sum = 0
    for (const line of this.#lines.values()) sum += line.length
    return sum
  }

  lengthOf(whose: string): number {
    return this.#lines.get(whose)?.length ?? 0
  }

  /** @param isFirst whether to put it first, because it has waited before */
  add(waiting: Waiting, isFirst: boolean): void {
    const line = this.#lines.get(waiting.whose) ?? []
    if (isFirst) line.unshift(waiting)
    else line.push(waiting)
    this.#lines.set(waiting.whose, line)
  }

  /** @param served tenants already being served; they come last */
  next(served: ReadonlySet<string>): Waiting | undefined {
    const all = [...this.#lines.keys()]
    const whose = all.find((one) => !served.has(one)) ?? all[0]
    if (whose === undefined) return undefined
    const line = this.#lines.get(whose)!
    const waiting = line.shift()
    this.#lines.delete(whose)
    if (line.length > 0) this.#lines.set(whose, line)
    return waiting
  }

  takeAll(): Waiting[] {
    const all = [...this.#lines.values()].flat()
    this.#lines.clear()
    return all
  }
}
