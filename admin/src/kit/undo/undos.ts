import type { ActionRequest, Api } from '../data/types.js'

/** An action that was done to some items, and how to undo it for each item. */
export interface UndoOffer<T> {
  items: readonly T[]
  /** The title of the toast, above the sentence of `text`. Without a title, the sentence is the title. */
  title?: string
  /** Returns a sentence about the action: "3 items were moved to the trash". */
  text(items: readonly T[]): string
  /** Returns the request that undoes the action for one item. */
  request(item: T): ActionRequest
  /**
   * Checks before undoing whether the item has changed since, in a way the server would not refuse. Returns the
   * reason not to undo it.
   */
  changedSince?(item: T, api: Api): Promise<string | undefined>
  /** Resources and read paths to reload. */
  invalidates: readonly string[]
  /**
   * Returns a sentence about what was undone.
   * @param answers the server's answer for each item
   */
  undone(items: readonly T[], answers: ReadonlyMap<T, unknown>): string
  /** The text when the server refused without a message. */
  failed: string
}

/** An action that can be undone. */
export interface Undoable extends UndoOffer<unknown> {
  id: number
  isBusy: boolean
  /** The reason why undoing failed. The person can try again. */
  refusal?: string
}

/** The number of actions that can be undone. Older ones are final. */
const KEPT = 10

/** Shared by all people who use this page, so that no id is used twice. */
let lastId = 0

/** The actions of one person on this page that can be undone, newest first. */
export class Undos {
  #all: readonly Undoable[] = []
  #listeners = new Set<() => void>()

  all = () => this.#all
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  add(offer: UndoOffer<unknown>) {
    const added = { ...offer, id: ++lastId, isBusy: false }
    this.#set([added, ...this.#all].slice(0, KEPT))
  }

  change(id: number, to: Partial<Undoable>) {
    this.#set(this.#all.map((one) => (one.id === id ? { ...one, ...to } : one)))
  }

  remove(id: number) {
    this.#set(this.#all.filter((one) => one.id !== id))
  }

  clear() {
    this.#set([])
  }

  /** Returns the action that the shortcut undoes. An action that could not be undone must not block older ones. */
  newest(): Undoable | undefined {
    const free = this.#all.filter(({ isBusy }) => !isBusy)
    return free.find(({ refusal }) => refusal === undefined) ?? free[0]
  }

  #set(all: readonly Undoable[]) {
    this.#all = all
    for (const listener of this.#listeners) listener()
  }
}
