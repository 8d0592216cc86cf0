import { clock } from '../ground/clock.js'
import { ifWritable } from '../database/faults.js'
import { newId } from '../database/rows/ids.js'
import { claimPlaces, isAlone, leaseMs, placesFor, placesTaken, type Claim } from './held_rows.js'
import { claimInRedis, takenInRedis } from './redis_held.js'
import type { Row } from './row.js'
import { SharedRedis } from './shared_redis.js'

/** This process's places of a concurrency limit. */
interface Places {
  row: Row
  limit: number
  /** Taken, used or not. */
  taken: number
  inUse: number
  /** Highest concurrent use since the last sweep. */
  peak: number
  wanted: number
  asking: Promise<void> | undefined
  /** The store is not asked again before this time. */
  emptyUntil: number
  renewedAt: number
}

export interface HeldState {
  limit: number
  left: number
  /** Frees the place; undefined if there was none. */
  release: (() => void) | undefined
}

/** How long all places are assumed to be taken: another process may free one. */
const emptyMs = 100

/**
 * Counts concurrent use. A process keeps taken places for its next calls and returns those unused for a second;
 * near the limit it returns each one immediately. Places of a dead process are free when its leases end.
 */
export class Held {
  readonly #all = new Map<string, Places>()
  readonly #holder = newId()
  readonly #redis = new SharedRedis(
    () => void this.#renew(0).catch(() => undefined),
    () => void this.#renew(0).catch(() => undefined)
  )
  #closed = false

  /** Synchronous if this process has a free place, which is true for nearly every call. */
  hold(row: Row, limit: number): HeldState | Promise<HeldState> {
    const places = this.#places(row)
    places.limit = limit
    return this.#now(places, limit) ?? this.#wait(places, limit)
  }

  /** Undefined when the store must be asked. */
  #now(places: Places, limit: number): HeldState | undefined {
    if (places.inUse < Math.min(places.taken, limit)) return this.#take(places)
    if (places.inUse < limit && clock.ticks() >= places.emptyUntil) return undefined
    return { limit, left: 0, release: undefined }
  }

  async #wait(places: Places, limit: number): Promise<HeldState> {
    for (;;) {
      places.wanted++
      try {
        await (places.asking ??= this.#ask(places))
      } finally {
        places.wanted--
      }
      const state = this.#now(places, limit)
      if (state) return state
    }
  }

  /** Places in use over all processes. */
  async used(row: Row): Promise<number> {
    const own = this.#all.get(row.key)
    const redis = await this.#redis.whenAvailable()
    if (!redis && isAlone()) return own?.inUse ?? 0
    const unused = own ? own.taken - own.inUse : 0
    const taken = await (redis ? takenInRedis(redis, row) : placesTaken(row))
    return Math.max(0, taken - unused)
  }

  /** Returns unused places, renews the leases of the others, and forgets empty rows. */
  async sweep(): Promise<void> {
    for (const [key, places] of this.#all) {
      const { peak, taken, inUse, asking, wanted } = places
      places.peak = inUse
      if (asking || wanted > 0) continue
      if (taken > peak) await this.#settle(places)
      if (places.taken === 0 && places.inUse === 0 && places.wanted === 0) this.#all.delete(key)
    }
    await this.#renew(leaseMs / 3)
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const places of this.#all.values()) {
      places.inUse = 0
      await this.#settle(places).catch(() => undefined)
    }
    this.#all.clear()
  }

  #places(row: Row): Places {
    const known = this.#all.get(row.key)
    if (known) return known
    const none = { limit: 0, taken: 0, inUse: 0, peak: 0, wanted: 0, emptyUntil: 0, renewedAt: 0 }
    const made = { ...none, row, asking: undefined }
    this.#all.set(row.key, made)
    return made
  }

  #take(places: Places): HeldState {
    places.inUse++
    places.peak = Math.max(places.peak, places.inUse)
    let held = true
    const release = () => {
      if (!held) return
      held = false
      places.inUse--
      // Other processes may be waiting for this place.
      const isNear = places.taken * 2 > places.limit
      if (isNear && !this.#closed && !isAlone()) void this.#settle(places).catch(() => undefined)
    }
    return { limit: places.limit, left: places.limit - places.inUse, release }
  }

  async #ask(places: Places): Promise<void> {
    try {
      await Promise.resolve()
      const want = places.inUse + Math.max(1, places.wanted)
      await this.#claim(places, want)
      if (places.taken < want) places.emptyUntil = clock.ticks() + emptyMs
    } finally {
      places.asking = undefined
    }
  }

  /** Keeps the places in use and returns the rest. */
  async #settle(places: Places): Promise<void> {
    if (places.asking || places.taken === places.inUse) return
    await (places.asking = this.#claim(places, places.inUse).finally(
      () => (places.asking = undefined)
    ))
  }

  async #renew(olderMs: number): Promise<void> {
    const before = clock.ticks() - olderMs
    for (const places of this.#all.values()) {
      if (places.taken > 0 && places.renewedAt <= before) await this.#claim(places, places.taken)
    }
  }

  async #claim(places: Places, want: number): Promise<void> {
    const { row, limit, inUse } = places
    const claim: Claim = { ...row, holder: this.#holder, limit, want, least: inUse }
    // Returned places are not used while the request runs.
    places.taken = Math.min(places.taken, Math.max(want, inUse))
    const time = clock.ticks()
    places.taken = Math.max(await this.#claimed(claim), places.inUse)
    places.renewedAt = time
  }

  async #claimed(claim: Claim): Promise<number> {
    const redis = await this.#redis.whenAvailable()
    if (redis) {
      try {
        // After an outage, Redis may have forgotten other processes' places: until they report again, the
        // database decides.
        const decided = this.#redis.isUnsettled ? await this.#inDatabase(claim) : claim.want
        return await claimInRedis(redis, { ...claim, want: decided })
      } catch {
        this.#redis.failed()
      }
    }
    return this.#inDatabase(claim)
  }

  async #inDatabase(claim: Claim): Promise<number> {
    if (isAlone()) return placesFor(claim, 0)
    if (claim.want > claim.least) await this.#redis.whenOthersRecorded()
    // While nothing can be written, this process grants what a single process may.
    return (await ifWritable(() => claimPlaces(claim))) ?? placesFor(claim, 0)
  }
}
