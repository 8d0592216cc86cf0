/** As long the server keeps what lies in the trash: its `trashKeptDays`. */
export const TRASH_KEPT_DAYS = 30

const day = 24 * 60 * 60_000

/** Days until something in the trash is deleted for good, the one that has begun counted. */
export const daysLeft = (trashedAt: string, now = Date.now()): number =>
  Math.max(0, Math.ceil((new Date(trashedAt).getTime() - now) / day + TRASH_KEPT_DAYS))
