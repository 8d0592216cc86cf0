/** A place of bytes: a pack of the tenant and the offset of the first byte. */
export interface PackPlace {
  pack: string
  offset: number
}

/** A stored pack. */
export interface StoredPack {
  pack: string
  size: number
  /** From this time on (`Date.now()`) no writer begins to append to it. Earlier writers hold a lease. */
  closedAt: number
  /** It is in the former storage: its live chunks move, regardless of their share. */
  isFormer?: true
}

/** Space for packs. */
export interface PackRoom {
  freeBytes: number
  /**
   * Reserve within the free bytes: new content is refused when less would be left, so that a database on the
   * same volume can go on.
   */
  keptBytes: number
  /** Smaller reserve, which copies for compaction must leave as well. */
  minFreeBytes: number
}

/** Health of the storage. */
export interface PackHealth extends PackRoom {
  /** How long a write took, if it was slow. */
  tookMs?: number
  /** How long ago the last write succeeded, if not just now. */
  provenMs?: number
  /** How long a write that is not yet answered has been pending. */
  waitingMs?: number
}

/**
 * A storage of packs. A pack only grows, belongs to one tenant and is never changed once a row names its bytes.
 * The driver chooses the pack: an object store may create one object for each append, while a disk keeps
 * appending to one file.
 */
export interface PackDriver {
  /** Finds or creates the storage before any other call. @throws StorageRefused */
  open(): Promise<void>
  /**
   * Writes chunks that arrived together in as few writes as possible. They are durable only after `sync`. The
   * caller limits the number of bytes. With `givesBack`, copies for compaction may use a part of the reserve.
   * @returns their places, in the same order @throws when one was not written; then the space of all is freed
   */
  append(
    tenantId: string,
    chunks: Uint8Array[],
    options?: { givesBack?: boolean }
  ): Promise<PackPlace[]>
  /** Resolves when everything appended to these packs before the call will survive a power cut. */
  sync(tenantId: string, packs: Iterable<string>): Promise<void>
  /** Frees the bytes of an abandoned write, as far as the driver can reuse their space. */
  release(tenantId: string, places: (PackPlace & { size: number })[]): Promise<void>
  /** Fills `bytes` from a place. @throws ContentDamaged when there are fewer bytes */
  read(tenantId: string, place: PackPlace, bytes: Uint8Array): Promise<void>
  /** The packs of a tenant after `after`, in the order of their names. */
  list(tenantId: string, after?: string): AsyncIterable<StoredPack>
  /**
   * Deletes a pack; no error if it does not exist. A writer that has begun to append to it fails at its next
   * `sync`.
   */
  delete(tenantId: string, pack: string): Promise<void>
  /** Tenants that have packs, or had some. */
  tenants(): AsyncIterable<string>
  /** Removes the remains of a tenant without packs. */
  forget(tenantId: string): Promise<void>
  /** The recent state; may be cached for a moment. */
  room(): Promise<PackRoom>
  /** Tests a write and returns the free space. @throws when nothing can be written */
  check(): Promise<PackHealth>
  close(): Promise<void>
}
