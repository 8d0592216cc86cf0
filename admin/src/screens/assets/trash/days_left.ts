import type { Trash } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'

const day = 24 * 60 * 60_000

/** Days that the trash is kept, as the organization has set; undefined until it has loaded. */
export const useTrashDays = (enabled = true): number | undefined =>
  useRead<Trash>('assets/trash', { enabled }).data?.keptDays

/** Days until an asset in the trash is permanently deleted, rounded up. */
export const daysLeft = (trashedAt: string, keptDays: number, now = Date.now()): number =>
  Math.max(0, Math.ceil((new Date(trashedAt).getTime() - now) / day + keptDays))
