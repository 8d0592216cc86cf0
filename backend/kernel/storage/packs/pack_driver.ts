/** Where bytes are stored: a pack of the tenant, and the offset of the first byte. */
export interface PackPlace {
  pack: string
  offset: number
}

export interface StoredPack {
  pack: string
  size: number
  /** From this time on (`Date.now()`) no writer begins to append to the pack. Earlier writers have a lease. */
  closedAt: number
  /** Set in the former storage: all live chunks move, regardless of their share. */
  isFormer?: true
}

/** Space for packs. */
export interface PackRoom {
  freeBytes: number
  /**
   * Reserve of free bytes. New content is refused if less would be left, so that a database on the same volume
   * can still write.
   */
  keptBytes: number
  /** Smaller reserve, which copies for compaction must leave free. */
  minFreeBytes: number
}

/** Health of the storage. */
export interface PackHealth extends PackRoom {
  /** Duration of the last write, if it was slow. */
  tookMs?: number
  /** Time since the last successful write, unless one succeeded just now. */
  provenMs?: number
  /** How long a write has been waiting for its answer. */
  waitingMs?: number
}

/**
 * A storage of packs. A pack belongs to one tenant and only grows. Its bytes never change once a row references
 * them. The driver chooses the pack: a bucket gets an object for each append, while a disk appends to one file.
 */
export interface PackDriver {
  /**
   * Opens or creates the storage, before any other call.
   * @throws StorageRefused
   */
  open(): Promise<void>
  /**
   * Writes chunks that arrived together in as few writes as possible. They are durable only after `sync`. The
   * caller limits the number of bytes. With `usesReserve` (copies for compaction), a part of the reserve may be
   * used.
   * @returns their places, in the same order
   * @throws when a chunk was not written; the space of all is then freed
   */
  append(
    tenantId: string,
    chunks: Uint8Array[],
    options?: { usesReserve?: boolean }
  ): Promise<PackPlace[]>
  /** Resolves when everything appended to these packs before the call would survive a power failure. */
  sync(tenantId: string, packs: Iterable<string>): Promise<void>
  /** Frees the bytes of an abandoned write, if the driver can reuse their space. */
  release(tenantId: string, places: (PackPlace & { size: number })[]): Promise<void>
  /**
   * Fills `bytes` from a place.
   * @throws ContentDamaged when the pack has too few bytes
   */
  read(tenantId: string, place: PackPlace, bytes: Uint8Array): Promise<void>
  /** Yields the packs of a tenant after `after`, ordered by name. */
  list(tenantId: string, after?: string): AsyncIterable<StoredPack>
  /** Deletes a pack, if it exists. A writer that has begun to append to the pack fails at its next `sync`. */
  delete(tenantId: string, pack: string): Promise<void>
  /** Yields tenants that have or had packs. */
  tenants(): AsyncIterable<string>
  /** Removes what is left of a tenant without packs. */
  forget(tenantId: string): Promise<void>
  /** Returns the recent state, cached for a moment at most. */
  room(): Promise<PackRoom>
  /**
   * Tests a write and returns the free space.
   * @throws when nothing can be written
   */
  check(): Promise<PackHealth>
  close(): Promise<void>
}
