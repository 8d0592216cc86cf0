/** What has come of a file, for who goes on with it behind a reload. */
export interface KeptUpload {
  address: string
  name: string
  size: number
  lastModified: number
  /** From the folder it was dropped with. */
  path?: string | undefined
  placeId: string | null
}

/** A file that has not begun, or of which nothing is kept on its way: it starts over behind a reload. */
export type WaitingUpload = Omit<KeptUpload, 'address'>

/** The server forgets what nobody goes on with about then, too. */
const KEPT_MS = 7 * 24 * 60 * 60_000
const MOST = 200

/** Uploads that are not complete, kept in this browser for one person. */
export class KeptUploads {
  readonly #key: string
  readonly #waitingKey: string

  constructor(userId: string) {
    this.#key = `crossdock.uploads.${userId}`
    this.#waitingKey = `${this.#key}.waiting`
  }

  /** What had not begun in this tab: another one has files of its own that wait. */
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

/** Where it is forbidden, even to name it fails. */
type Storages = () => Storage

function listIn(storage: Storages, key: string): unknown[] {
  try {
    const kept: unknown = JSON.parse(storage().getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    // Storage may hold what another program has written: then nothing is kept.
    return []
  }
}

function write(storage: Storages, key: string, kept: readonly object[]): void {
  try {
    if (kept.length > 0) storage().setItem(key, JSON.stringify(kept))
    else storage().removeItem(key)
  } catch {
    // Full or forbidden: uploads go on, only not behind a reload.
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
