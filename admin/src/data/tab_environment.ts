import { environmentKey } from '@crossdock/admin/kit'
import type { Store } from 'ra-core'

/** As in public/start.js, which has read it before. */
const keyOf = (owner: string | null) => `crossdock.environment.${owner}`

type Chosen = string | null

/**
 * Where this tab works, also behind a reload; other tabs keep theirs. A new tab begins with what was chosen
 * last in this browser. What is kept is one person's: whoever signs in next begins anew.
 */
export class TabEnvironment {
  #listeners = new Set<(value: Chosen) => void>()
  #chosen: Chosen = document.documentElement.dataset.environment ?? null

  constructor(
    private readonly local: Store,
    private owner: string | null
  ) {}

  getItem = () => this.#chosen

  /** Keeps it for this tab, and for tabs that are yet to come. */
  setItem(value: Chosen) {
    this.local.setItem(environmentKey, value)
    this.#show(value)
  }

  subscribe(listener: (value: Chosen) => void) {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The person who works on this tab, before anything is asked for them. */
  of(owner: string | null) {
    if (owner === this.owner) return
    this.owner = owner
    const kept = inSession((storage) => storage.getItem(keyOf(owner)))
    this.#show((kept ?? this.local.getItem<Chosen>(environmentKey)) || null)
    const { dataset } = document.documentElement
    if (this.#chosen) dataset.environment = this.#chosen
    else delete dataset.environment
  }

  /** They have signed out. */
  forget() {
    inSession((storage) => storage.removeItem(keyOf(this.owner)))
    this.of(null)
  }

  #show(value: Chosen) {
    this.#chosen = value
    inSession((storage) => storage.setItem(keyOf(this.owner), value ?? ''))
    for (const listener of this.#listeners) listener(value)
  }
}

/** Storage may be blocked: then it is kept until the page is left. */
function inSession<T>(access: (storage: Storage) => T): T | undefined {
  try {
    return access(sessionStorage)
  } catch {
    return undefined
  }
}
