import { newId, now, transaction, unscoped } from '@crossdock/kernel/database'
import { inTenant } from '@crossdock/kernel/tenancy'
import type { TestContext } from '@japa/runner/core'
import { condemnChunks, deleteCondemned } from '../gc/collection.js'
import { onPool } from '../index/content_index.js'
import { condemnUnnamed } from '../gc/chunks.js'
import { Compaction } from '../gc/compaction.js'
import { collectContents } from '../gc/contents.js'
import { Leases } from '../chunks/leases.js'
import {
  ContentStore,
  type Damage,
  type PackDriver,
  type Rotation,
  type StoredContent,
} from '../index.js'
import { newTenant } from './opened_store.js'
import { pieces } from './seeded_bytes.js'
import type { Surroundings } from '../packs/storage_root.js'
import { testStorage, type StorageKind, type TestStorage } from './storages.js'

const maxBytes = 1024 ** 3

/** One of several processes that share a storage and a database. */
export class Process {
  readonly rotation: Rotation
  readonly packs: PackDriver
  readonly store: ContentStore
  readonly compaction: Compaction
  readonly #leases = new Leases()

  constructor(
    readonly storage: TestStorage,
    readonly tenant: string,
    readonly damages: Damage[],
    {
      afterMs = 60 * 60_000,
      marginMs = 0,
      keptMs = 0,
      alter = () => {},
      surroundings,
    }: ProcessOptions = {}
  ) {
    const onDamage = (damage: Damage) => void damages.push(damage)
    this.rotation = { afterMs, marginMs }
    this.packs = storage.open({ rotation: this.rotation, surroundings })
    alter(this.packs)
    this.store = new ContentStore(this.packs, onDamage, this.#leases)
    this.compaction = new Compaction(this.packs, this.#leases, onDamage, keptMs)
  }

  write(bytes: Buffer): Promise<StoredContent> {
    return inTenant(this.tenant, () => this.store.write(pieces(bytes), { maxBytes }))
  }

  /**
   * Records written content, as the version of a file.
   * @returns the file's id
   */
  record(stored: StoredContent, during = async () => {}): Promise<string> {
    return inTenant(this.tenant, () =>
      transaction(async () => {
        await this.store.record(stored)
        const file = await createFile(this.tenant, stored)
        await during()
        return file
      })
    )
  }

  async keep(bytes: Buffer) {
    const stored = await this.write(bytes)
    return { ...stored, file: await this.record(stored) }
  }

  /** Returns the stored packs with their sizes. */
  async lying(): Promise<{ pack: string; size: number }[]> {
    const all: { pack: string; size: number }[] = []
    for await (const { pack, size } of this.packs.list(this.tenant)) all.push({ pack, size })
    return all
  }

  async bytes(): Promise<number> {
    return (await this.lying()).reduce((sum, { size }) => sum + size, 0)
  }

  /**
   * Does all steps of garbage collection, as if the leases of all writers had ended. With concurrent writers,
   * pass the real time.
   */
  async giveBack({ now = later } = {}): Promise<void> {
    await this.condemn()
    const began = now()
    await condemnChunks(this.tenant, [])
    await this.expire()
    while (await deleteCondemned(this.tenant, 1000));
    await this.compact(began)
  }

  /** Ends the leases (see `expire`). The next write takes a new lease, as it would after that time. */
  async expire(): Promise<void> {
    await expire(this.tenant)
    this.#leases.forget(this.tenant)
  }

  async condemn(): Promise<void> {
    await walk((after) => collectContents(this.tenant, after))
    await walk((after) => condemnUnnamed(this.tenant, after))
  }

  async compact(began = later()): Promise<void> {
    this.rotation.afterMs = 0
    await walk((after) => this.compaction.compactNext(this.tenant, { after, began }))
    while (await this.compaction.deleteEmpty(this.tenant, 100));
  }
}

interface ProcessOptions {
  afterMs?: number
  marginMs?: number
  keptMs?: number
  surroundings?: Surroundings
  /** Changes the behavior of the process's packs. */
  alter?: (packs: PackDriver) => void
}

/** Returns a time after the last write. File times are finer than `Date.now()`. */
export const later = () => Date.now() + 60_000

async function walk(step: (after: string) => Promise<string | null>): Promise<void> {
  for (let after: string | null = ''; after !== null;) after = await step(after)
}

/** Opens a new storage as several processes, with the database of the booted application. */
export async function processes(
  context: TestContext,
  options: ProcessOptions[] = [{}],
  kind: StorageKind = 'disk'
) {
  const { root, ...storage } = await testStorage(context, kind)
  const tenant = await newTenant()
  const damages: Damage[] = []
  const all = options.map((each) => new Process(storage, tenant, damages, each))
  context.cleanup(async () => void (await Promise.all(all.map(({ store }) => store.close()))))
  return { root, tenant, damages, all: all as [Process, ...Process[]] }
}

/** Creates a file whose version has the content, in the context's transaction. */
export async function createFile(
  tenant: string,
  { id: contentId, size }: Pick<StoredContent, 'id' | 'size'>
): Promise<string> {
  const id = newId()
  const own = { tenant_id: tenant, created_at: now(), size }
  const file = { ...own, id, name: id, type: 'file', version: 1, metadata: '{}', updated_at: now() }
  await unscoped().insertQuery().table('assets').insert(file)
  const version = { asset_id: id, version: 1, content_id: contentId, mime_type: 'text/plain' }
  await unscoped()
    .insertQuery()
    .table('asset_versions')
    .insert({ ...own, id: newId(), ...version })
  return id
}

/** Deletes a file and its version. */
export function deleteFile(tenant: string, file: string): Promise<unknown> {
  return onPool(tenant, () => unscoped().from('assets').where('id', file).delete())
}

/** Ends all leases, as if their time had passed. */
export function expire(tenant: string): Promise<unknown> {
  return onPool(tenant, () =>
    unscoped()
      .from('content_leases')
      .where('tenant_id', tenant)
      .update({ expires_at: '2026-01-01T00:00:00.000Z' })
  )
}

export function rowsOf(
  tenant: string,
  table: 'contents' | 'content_chunks' | 'content_left_packs'
): Promise<Record<string, unknown>[]> {
  return onPool(tenant, () => unscoped().from(table).where('tenant_id', tenant))
}
