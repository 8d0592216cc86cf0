import { ledger } from '@crossdock/kernel/ledger'
import { uploadLimits } from '../contracts/index.js'
import { MB } from '../meters.js'

/** Absolute limit for a single file; a manifest of this size still fits into memory. */
const CEILING = 1024 ** 4

/** Largest file that may be uploaded in the context. */
export async function maxUploadBytes(): Promise<number> {
  const limits = await Promise.all(uploadLimits.entries().map(([, limit]) => limit()))
  const ofTenant = await ledger.use().limitOf('maxFileSize')
  return Math.min(CEILING, ...limits, ofTenant === undefined ? Infinity : ofTenant * MB)
}
