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

/** The server forgets what nobody goes on with about then, too. */
const KEPT_MS = 7 * 24 * 60 * 60_000
const MOST = 200

/** Uploads that are not complete, kept in this browser for one person. */
export class KeptUploads {
  readonly #key: string

  constructor(userId: string) {
    this.#key = `crossdock.uploads.${userId}`
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
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.#key) ?? '[]')
      return Array.isArray(kept) ? kept.filter(isFresh) : []
    } catch {
      // Storage may be forbidden or hold what another program has written: then nothing is kept.
      return []
    }
  }

  #write(kept: object[]): void {
    try {
      if (kept.length > 0) localStorage.setItem(this.#key, JSON.stringify(kept))
      else localStorage.removeItem(this.#key)
    } catch {
      // Full or forbidden: uploads go on, only not behind a reload.
    }
  }
}

const isFresh = (one: unknown): one is KeptUpload & { keptAt: number } =>
  typeof one === 'object' &&
  one !== null &&
  'address' in one &&
  'keptAt' in one &&
  typeof one.keptAt === 'number' &&
  Date.now() - one.keptAt < KEPT_MS
