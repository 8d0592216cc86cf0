import { service } from '../ground/service.js'

/** Writes chunks of the context's tenant if there is room for them, in the open transaction. @throws what refuses them */
export type ChunkRoom = (write: () => Promise<void>) => Promise<void>

/** Provided by who bounds what tenants store; without, there is room for everything. */
export const chunkRoom = service<ChunkRoom>('kernel.chunkRoom')
