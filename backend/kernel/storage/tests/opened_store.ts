import { newId, now, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import type { TestContext } from '@japa/runner/core'
import { HashThread } from '../hashing/hash_thread.js'
import { Leases } from '../chunks/leases.js'
import { ContentStore, type Damage } from '../index.js'
import { testStorage, type StorageKind, type TestStorage } from './storages.js'

export interface OpenedStore {
  store: ContentStore
  /** The store's second thread. */
  hashThread: HashThread
  /** The storage of the store's packs. For a disk, `root` is the path of the folder. */
  storage: TestStorage
  root: string
  /** Two new tenants. */
  tenant: string
  other: string
  /** The reported damages. */
  damages: Damage[]
  /** Returns the number of bytes in the packs of a tenant. */
  stored(tenant: string): Promise<number>
}

/** Opens a content store on a new storage, with the database of the booted application. */
export async function openStore(
  context: TestContext,
  kind: StorageKind = 'disk'
): Promise<OpenedStore> {
  const { root, ...storage } = await testStorage(context, kind)
  const packs = storage.open()
  const stored = async (tenant: string) => {
    let sum = 0
    for await (const { size } of packs.list(tenant)) sum += size
    return sum
  }
  const [tenant, other] = [await newTenant(), await newTenant()]
  const damages: Damage[] = []
  const hashThread = new HashThread()
  const store = new ContentStore(packs, (damage) => damages.push(damage), new Leases(), hashThread)
  context.cleanup(() => store.close())
  return { store, hashThread, damages, storage, root, tenant, other, stored }
}

/** Creates a tenant and returns its id. */
export async function newTenant(): Promise<string> {
  const id = newId()
  const times = { created_at: now(), updated_at: now() }
  await asOperator('make a tenant', () =>
    unscoped()
      .table('tenants')
      .insert({ id, name: 'Freightway', subdomain: id, ...times })
  )
  return id
}
