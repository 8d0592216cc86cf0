import { service } from '../../ground/service.js'

/**
 * Calls `write` in the open transaction if the quota of the context's tenant has room for new chunks.
 * @throws the refusal
 */
export type ChunkRoom = (write: () => Promise<void>) => Promise<void>

/** Provided by the domain that limits the storage of tenants. Without it, storage is unlimited. */
export const chunkRoom = service<ChunkRoom>('kernel.chunkRoom')
