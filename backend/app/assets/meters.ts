import { countersOf } from '@crossdock/kernel/counters'
import { text } from '@crossdock/kernel/http'
import type { SizeMeter, StockMeter } from '@crossdock/kernel/ledger'

const GB = 1024 ** 3
export const MB = 1024 ** 2

export const storageCode = 'E_QUOTA_STORAGE'

/** Bytes of the tenant's files, each stored once. */
async function storedBytes(): Promise<number> {
  const [sum] = await countersOf(['storage.chunks'])
  return sum?.total ?? 0
}

/** What the tenant's files take; of all its environments, by the limit of `production`. */
export const storageQuotaGB: StockMeter = {
  ...{ shape: 'stock', of: 'tenant', scale: GB },
  label: text('Storage'),
  unit: 'GB',
  limit: 50,
  beside: 16 * MB,
  used: storedBytes,
  refusal: {
    status: 507,
    code: storageCode,
    sentence: ({ limit }) =>
      text(
        'The {limit} GB that files of this organization may take (storageQuotaGB) do not suffice for this. Nothing was stored. Delete files for good, which makes room after about ten minutes, or have the limit raised.',
        { limit }
      ),
  },
}

/** One file, in MB. */
export const maxFileSize: SizeMeter = {
  ...{ shape: 'size', of: 'tenant' },
  label: text('Largest file'),
  unit: 'MB',
  limit: 100,
  refusal: {
    status: 413,
    code: 'E_QUOTA_FILE_SIZE',
    sentence: ({ limit }) =>
      text(
        'The file is larger than the {limit} MB that one may have here (maxFileSize). Nothing was stored.',
        { limit }
      ),
  },
}
