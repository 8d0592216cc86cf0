import { mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { testDatabase } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import type { Group, TestContext } from '@japa/runner/core'
import { DiskPacks, type PackDriver, type PackPlace, type Rotation } from '../index.js'
import { marker, type Surroundings } from '../packs/storage_root.js'
import { S3Packs } from '../s3/s3_packs.js'
import { testBucket, type TestBucket } from './test_bucket.js'

export type StorageKind = 'disk' | 's3'

/** Storage in a bucket does not depend on the database, so buckets are tested with one database. */
const kinds: StorageKind[] = testDatabase === 'sqlite' ? ['disk', 's3'] : ['disk']

/** Runs the same tests on each kind of storage. Those on a bucket only run in `npm run prove`. */
export function onEachStorage(
  name: string,
  define: (group: Group, storage: StorageKind) => void
): void {
  for (const kind of kinds) {
    test.group(`${name} (${kind})`, (group) => {
      if (kind === 's3') group.tap((each) => each.tags(['long']))
      define(group, kind)
    })
  }
}

interface Opening {
  packBytes?: number | undefined
  rotation?: Rotation
  /** Only for a folder. */
  surroundings?: Surroundings | undefined
}

/** A new storage for packs, usable by any number of processes. */
export interface TestStorage {
  /** Opens the storage as another process would. */
  open(opening?: Opening): PackDriver
  /** Flips a byte of a pack. A second call restores it. */
  flip(tenant: string, place: PackPlace & { at?: number }): Promise<void>
  /** Removes a pack. The processes do not notice this. */
  remove(tenant: string, pack: string): Promise<void>
  /** Returns all stored names, of any process. */
  names(): Promise<string[]>
  /** Value for STORAGE_URL. */
  url: string
}

export async function testStorage(
  context: Pick<TestContext, 'cleanup'>,
  kind: StorageKind
): Promise<TestStorage & { root: string }> {
  if (kind === 's3') return { ...ofBucket(await testBucket(context)), root: '' }
  const root = await mkdtemp(join(tmpdir(), 'crossdock-content-'))
  context.cleanup(() => rm(root, { recursive: true, force: true }))
  return { ...ofFolder(root), root }
}

function ofFolder(root: string): TestStorage {
  const path = (tenant: string, pack: string) => join(root, tenant, `${pack}.pack`)
  return {
    open: ({ packBytes, rotation, surroundings } = {}) =>
      new DiskPacks(root, packBytes, rotation, surroundings),
    async flip(tenant, { pack, offset, at = 0 }) {
      const file = await open(path(tenant, pack), 'r+')
      const byte = Buffer.alloc(1)
      await file.read(byte, 0, 1, offset + at)
      await file.write(Buffer.from([byte[0]! ^ 1]), 0, 1, offset + at)
      await file.close()
    },
    remove: (tenant, pack) => rm(path(tenant, pack)),
    async names() {
      const found = await readdir(root, { recursive: true, withFileTypes: true })
      const files = found.filter((entry) => entry.isFile() && entry.name !== marker)
      return files.map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    },
    url: pathToFileURL(root).href,
  }
}

function ofBucket(bucket: TestBucket): TestStorage {
  const key = (tenant: string, pack: string) => `${tenant}/${pack}.pack`
  return {
    open: ({ packBytes, rotation } = {}) =>
      new S3Packs(bucket.open(), packBytes, rotation?.marginMs ?? 0),
    async flip(tenant, { pack, offset, at = 0 }) {
      const reader = bucket.open()
      const bytes = Buffer.alloc((await reader.size(key(tenant, pack)))!)
      await reader.read(key(tenant, pack), 0, bytes)
      await reader.close()
      bytes[offset + at]! ^= 1
      await bucket.replace(key(tenant, pack), bytes)
    },
    async remove(tenant, pack) {
      const remover = bucket.open()
      await remover.delete(key(tenant, pack))
      await remover.close()
    },
    async names() {
      const lister = bucket.open()
      const keys: string[] = []
      for await (const { key: name } of lister.list('')) keys.push(name)
      await lister.close()
      return keys
    },
    url: bucket.url,
  }
}
