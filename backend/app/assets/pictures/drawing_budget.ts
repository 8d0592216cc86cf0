import { clock } from '@crossdock/kernel/database'

const minute = 60_000
/** Maximum wait of a refused picture, in minutes. */
const mostMinutes = 60

interface Minute {
  endsAt: number
  usedMs: number
  drawn: number
  /** Pictures refused in this minute. */
  refused: number
}

/** Limits the processor time that a lane (pictures.ts) spends on each tenant in a minute, in this process. */
export class DrawingBudget {
  /** By tenant, oldest minute first. */
  readonly #minutes = new Map<string, Minute>()

  /** @param mostMs processor time in milliseconds that one tenant may use in one minute */
  constructor(private readonly mostMs: number) {}

  /** Adds used processor time to the tenant's current minute. */
  charge(tenant: string, usedMs: number): void {
    const present = this.#currentMinuteOf(tenant) ?? this.#begin(tenant)
    present.usedMs += usedMs
    present.drawn++
  }

  /**
   * When the tenant's next picture may be drawn; undefined: now. Spreads refused pictures over the next
   * minutes, as many per minute as this minute has drawn. Otherwise all of them would be tried again in the
   * next minute.
   */
  waitsUntil(tenant: string): Date | undefined {
    const present = this.#currentMinuteOf(tenant)
    if (!present || present.usedMs < this.mostMs) return undefined
    const minutes = Math.min(mostMinutes, Math.floor(present.refused++ / present.drawn))
    return new Date(present.endsAt + minutes * minute)
  }

  #currentMinuteOf(tenant: string): Minute | undefined {
    const found = this.#minutes.get(tenant)
    return found && found.endsAt > clock.now() ? found : undefined
  }

  #begin(tenant: string): Minute {
    for (const [one, { endsAt }] of this.#minutes) {
      if (endsAt > clock.now()) break
      this.#minutes.delete(one)
    }
    const begun = { endsAt: clock.now() + minute, usedMs: 0, drawn: 0, refused: 0 }
    this.#minutes.delete(tenant)
    this.#minutes.set(tenant, begun)
    return begun
  }
}
