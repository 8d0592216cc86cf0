import { service } from '../../ground/service.js'

/** Writes chunks of the context's tenant in the open transaction if its quota allows. @throws the refusal */
export type ChunkRoom = (write: () => Promise<void>) => Promise<void>

/** Provided by the part that limits the storage of tenants. Without it, storage is unlimited. */
export const chunkRoom = service<ChunkRoom>('kernel.chunkRoom')
