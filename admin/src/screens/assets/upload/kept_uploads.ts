/** A started upload, to resume after a reload. */
export interface KeptUpload {
  address: string
  name: string
  size: number
  lastModified: number
  /** Path below the dropped folder. */
  path?: string | undefined
  placeId: string | null
}

/** An upload that has not started, or whose progress is not kept. It starts over after a reload. */
export type WaitingUpload = Omit<KeptUpload, 'address'>

/** Started uploads are kept for this time (ms). The server deletes abandoned uploads after about the same time. */
const KEPT_MS = 7 * 24 * 60 * 60_000
const MOST = 200

/** Incomplete uploads, kept in this browser for one person. */
export class KeptUploads {
  readonly #key: string
  readonly #waitingKey: string

  constructor(userId: string) {
    this.#key = `crossdock.uploads.${userId}`
    this.#waitingKey = `${this.#key}.waiting`
  }

  /** Uploads that had not started in this tab. Other tabs have their own. */
  waiting(): WaitingUpload[] {
    return listIn(() => sessionStorage, this.#waitingKey).filter(isUpload)
  }

  keepWaiting(uploads: readonly WaitingUpload[]): void {
    write(() => sessionStorage, this.#waitingKey, uploads)
  }

  all(): KeptUpload[] {
    return this.#read().map(({ keptAt: _, ...upload }) => upload)
  }

  keep(upload: KeptUpload): void {
    this.#write([...this.#read(), { ...upload, keptAt: Date.now() }].slice(-MOST))
  }

  forget(address: string): void {
    this.#write(this.#read().filter((one) => one.address !== address))
  }

  #read(): (KeptUpload & { keptAt: number })[] {
    return listIn(() => localStorage, this.#key).filter(isFresh)
  }

  #write(kept: readonly object[]): void {
    write(() => localStorage, this.#key, kept)
  }
}

/** Returns the storage. It is a function, because even the access to a forbidden storage throws. */
type Storages = () => Storage

function listIn(storage: Storages, key: string): unknown[] {
  try {
    const kept: unknown = JSON.parse(storage().getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    // Storage may contain any text. Then nothing is kept.
    return []
  }
}

function write(storage: Storages, key: string, kept: readonly object[]): void {
  try {
    if (kept.length > 0) storage().setItem(key, JSON.stringify(kept))
    else storage().removeItem(key)
  } catch {
    // Storage is full or forbidden: uploads continue, but cannot resume after a reload.
  }
}

const isUpload = (one: unknown): one is WaitingUpload =>
  typeof one === 'object' && one !== null && 'name' in one && 'size' in one && 'lastModified' in one

const isFresh = (one: unknown): one is KeptUpload & { keptAt: number } =>
  typeof one === 'object' &&
  one !== null &&
  'address' in one &&
  'keptAt' in one &&
  typeof one.keptAt === 'number' &&
  Date.now() - one.keptAt < KEPT_MS
