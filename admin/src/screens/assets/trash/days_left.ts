import type { Trash } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'

const day = 24 * 60 * 60_000

/** Days the server keeps what lies in the trash, as the organization has decided; undefined until it has answered. */
export const useTrashDays = (enabled = true): number | undefined =>
  useRead<Trash>('assets/trash', { enabled }).data?.keptDays

/** Days until something in the trash is deleted for good, the one that has begun counted. */
export const daysLeft = (trashedAt: string, keptDays: number, now = Date.now()): number =>
  Math.max(0, Math.ceil((new Date(trashedAt).getTime() - now) / day + keptDays))
