/** Where bytes lie: a pack of the tenant and the first byte's position in it. */
export interface PackPlace {
  pack: string
  offset: number
}

/** A pack as it lies there. */
export interface StoredPack {
  pack: string
  size: number
  /** From this time on (`Date.now()`) nobody begins to append to it. Who has begun before holds a lease. */
  closedAt: number
  /** Its storage is being left: what is alive in it moves, however much that is. */
  isFormer?: true
}

/** The room there is for packs. */
export interface PackRoom {
  freeBytes: number
  /** Of it: new content is refused when less would be left, so that what shares the volume (a database) goes on. */
  keptBytes: number
  /** Of it: no copies are made, either, by which room would be given back. */
  leastBytes: number
}

/** How it is where packs lie. */
export interface PackHealth extends PackRoom {
  /** How long it took to write there, when that is more than a moment. */
  tookMs?: number
  /** How long ago a write worked the last time, where that is not now. */
  provenMs?: number
  /** How long one is under way already that is not answered yet. */
  waitingMs?: number
}

/**
 * Where packs live. A pack only grows, belongs to one tenant and is never changed once its bytes
 * are named by a row. The driver chooses the pack, so that a store of whole objects may make one
 * object of each append, while a disk keeps appending to the same file.
 */
export interface PackDriver {
  /** Finds the place, or makes it, before anything is asked of it. @throws StorageRefused */
  open(): Promise<void>
  /**
   * Writes chunks that arrived together, in as few writes as the driver can: small ones cost one between them. They
   * are durable only after `sync`. Who calls bounds how many bytes that are. Copies by which room is given back may take
   * of what is kept back.
   * @returns their places, in the same order @throws when one was not written; then the room of all is given back
   */
  append(
    tenantId: string,
    chunks: Uint8Array[],
    options?: { givesBack?: boolean }
  ): Promise<PackPlace[]>
  /** Resolves when everything appended to these packs before the call will survive a power cut. */
  sync(tenantId: string, packs: Iterable<string>): Promise<void>
  /** Gives back bytes of a write that was given up, as far as the driver can reuse their room. */
  release(tenantId: string, places: (PackPlace & { size: number })[]): Promise<void>
  /** Fills `bytes` with what lies there. @throws ContentDamaged when that is less */
  read(tenantId: string, place: PackPlace, bytes: Uint8Array): Promise<void>
  /** The packs of a tenant behind `after`, in the order of their names. */
  list(tenantId: string, after?: string): AsyncIterable<StoredPack>
  /** Whoever has begun to append to it is told at the next `sync`. Nothing happens where there is none. */
  delete(tenantId: string, pack: string): Promise<void>
  /** Tenants that have packs, or had some. */
  tenants(): AsyncIterable<string>
  /** What is left of a tenant without packs. */
  forget(tenantId: string): Promise<void>
  /** As it was a moment ago. */
  room(): Promise<PackRoom>
  /** Throws when nothing can be written, else tells the free room. */
  check(): Promise<PackHealth>
  close(): Promise<void>
}
