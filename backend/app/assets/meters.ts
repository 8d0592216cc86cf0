import { countersOf } from '@crossdock/kernel/counters'
import { text } from '@crossdock/kernel/ground'
import type { SizeMeter, StockMeter } from '@crossdock/kernel/ledger'

const GB = 1024 ** 3
export const MB = 1024 ** 2

export const storageCode = 'E_QUOTA_STORAGE'

/** Bytes of the tenant's files, each content counted once. */
async function storedBytes(): Promise<number> {
  const [sum] = await countersOf(['storage.chunks'])
  return sum?.total ?? 0
}

/** Space used by the tenant's files in all environments. The limit of `production` applies. */
export const storageQuotaGB: StockMeter = {
  shape: 'stock',
  of: 'tenant',
  scale: GB,
  label: text('Storage'),
  unit: 'GB',
  limit: 50,
  concurrent: 16 * MB,
  used: storedBytes,
  refusal: {
    status: 507,
    code: storageCode,
    sentence: ({ limit }) =>
      text(
        'Files of this organization may use {limit} GB (storageQuotaGB), and this needs more. Nothing was stored. Delete files permanently, which frees space after about ten minutes, or ask for a higher limit.',
        { limit }
      ),
  },
}

/** Size of one file, in MB. */
export const maxFileSize: SizeMeter = {
  shape: 'size',
  of: 'tenant',
  label: text('Largest file'),
  unit: 'MB',
  limit: 100,
  refusal: {
    status: 413,
    code: 'E_QUOTA_FILE_SIZE',
    sentence: ({ limit }) =>
      text(
        'The file is larger than {limit} MB, the limit for one file (maxFileSize). Nothing was stored.',
        { limit }
      ),
  },
}
