import { environmentKey } from '@crossdock/admin/kit'
import type { Store } from 'ra-core'

/** The key that public/start.js reads. */
const keyOf = (owner: string | null) => `crossdock.environment.${owner}`

type Chosen = string | null

/**
 * The environment of this tab, kept across reloads. Each tab has its own. A new tab starts with the last choice in
 * this browser. The choice belongs to one person and is cleared for the next person.
 */
export class TabEnvironment {
  #listeners = new Set<(value: Chosen) => void>()
  #chosen: Chosen = document.documentElement.dataset.environment ?? null

  constructor(
    private readonly local: Store,
    private owner: string | null
  ) {}

  getItem = () => this.#chosen

  /** Keeps the choice for this tab and for new tabs. */
  setItem(value: Chosen) {
    this.local.setItem(environmentKey, value)
    this.#show(value)
  }

  subscribe(listener: (value: Chosen) => void) {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Sets the person who works on this tab, before any request for them. */
  setOwner(owner: string | null) {
    if (owner === this.owner) return
    this.owner = owner
    const kept = withSessionStorage((storage) => storage.getItem(keyOf(owner)))
    this.#show((kept ?? this.local.getItem<Chosen>(environmentKey)) || null)
    const { dataset } = document.documentElement
    if (this.#chosen) dataset.environment = this.#chosen
    else delete dataset.environment
  }

  /** Must be called when the person has signed out. */
  forget() {
    withSessionStorage((storage) => storage.removeItem(keyOf(this.owner)))
    this.setOwner(null)
  }

  #show(value: Chosen) {
    this.#chosen = value
    withSessionStorage((storage) => storage.setItem(keyOf(this.owner), value ?? ''))
    for (const listener of this.#listeners) listener(value)
  }
}

/** Accesses session storage. Where it is blocked, the choice lasts until the page closes. */
function withSessionStorage<T>(access: (storage: Storage) => T): T | undefined {
  try {
    return access(sessionStorage)
  } catch {
    return undefined
  }
}
