import type { HashThread } from '../hashing/hash_thread.js'
import type { ChunkBuffer } from '../hashing/chunk_buffers.js'
import type { OnDamage } from '../damage/damage.js'
import type { DamageRetries } from '../damage/damage_retries.js'
import type { ChunkRef } from '../../chunks/manifest.js'
import type { PackDriver } from '../packs/pack_driver.js'

/** A chunk and its requested part. */
export interface Slice extends ChunkRef {
  from: number
  to: number
}

/** Verified bytes, valid until `giveBack` is called. */
export type Piece = Pick<ChunkBuffer, 'bytes' | 'giveBack'>

/** The storage that chunks are read from, and how damage is reported. */
export interface Source {
  driver: PackDriver
  tenantId: string
  hashThread: HashThread
  onDamage: OnDamage
  retries: DamageRetries
}
