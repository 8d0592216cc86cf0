import type { ActionRequest, Api } from '../data/types.js'

/** What was done, to what, and how each of it is taken back. */
export interface UndoOffer<T> {
  items: readonly T[]
  /** Says what was done: "3 items were moved to the trash". */
  text(items: readonly T[]): string
  /** Takes it back for one of them. */
  request(item: T): ActionRequest
  /**
   * Asked before: why it may no longer be taken back, for what the server would do all the same. Somebody
   * has changed it again, and undoing would undo that.
   */
  since?(item: T, api: Api): Promise<string | undefined>
  /** Resources and read paths to load again. */
  invalidates: readonly string[]
  /** Said of what was taken back. @param answers what the server answered, for each of them */
  undone(items: readonly T[], answers: ReadonlyMap<T, unknown>): string
  /** Sentence when the server gave none for refusing it. */
  failed: string
}

/** Something that can be undone. */
export interface Undoable extends UndoOffer<unknown> {
  id: number
  /** Just done: it is offered over the screen, and not only in the tray. */
  isNew: boolean
  isBusy: boolean
  /** Why it could not be undone, and still may be. */
  refusal?: string
}

/** So many can be undone; those before them are done. */
const KEPT = 10

/** What one person did on this page and can take back, the newest first. */
export class Undos {
  #all: readonly Undoable[] = []
  #lastId = 0
  #listeners = new Set<() => void>()

  all = () => this.#all
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  add(offer: UndoOffer<unknown>) {
    this.putAside()
    const added = { ...offer, id: ++this.#lastId, isNew: true, isBusy: false }
    this.#set([added, ...this.#all].slice(0, KEPT))
  }

  change(id: number, to: Partial<Undoable>) {
    this.#set(this.#all.map((one) => (one.id === id ? { ...one, ...to } : one)))
  }

  remove(id: number) {
    this.#set(this.#all.filter((one) => one.id !== id))
  }

  /** From over the screen to the tray. */
  putAside = () => {
    if (this.#all.some(({ isNew }) => isNew)) {
      this.#set(this.#all.map((one) => ({ ...one, isNew: false })))
    }
  }

  clear() {
    this.#set([])
  }

  /** What a key undoes. What was refused may be in the way of nothing. */
  newest(): Undoable | undefined {
    const free = this.#all.filter(({ isBusy }) => !isBusy)
    return free.find(({ refusal }) => refusal === undefined) ?? free[0]
  }

  #set(all: readonly Undoable[]) {
    this.#all = all
    for (const listener of this.#listeners) listener()
  }
}
