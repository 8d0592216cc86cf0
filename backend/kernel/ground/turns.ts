import { peekContext } from './context.js'

/** For whom this code works: a tenant, or those outside of any. Never said by a caller. */
export const whoseTurn = (): string => peekContext()?.tenantId ?? ''

interface Waits {
  /** The tenant. */
  readonly whose: string
}

/** Who waits: each tenant in a line of its own, served in turns, so that a long line makes its own tenant wait. */
export class Turns<Waiting extends Waits> {
  /** Whose turn is next is first. */
  readonly #lines = new Map<string, Waiting[]>()

  get length(): number {
    let sum = 0
    for (const line of this.#lines.values()) sum += line.length
    return sum
  }

  lengthOf(whose: string): number {
    return this.#lines.get(whose)?.length ?? 0
  }

  /** @param isFirst it has waited before */
  add(waiting: Waiting, isFirst: boolean): void {
    const line = this.#lines.get(waiting.whose) ?? []
    if (isFirst) line.unshift(waiting)
    else line.push(waiting)
    this.#lines.set(waiting.whose, line)
  }

  /** @param served those who are answered already: they come after everybody else */
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
