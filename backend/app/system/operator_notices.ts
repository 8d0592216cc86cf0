import type { NotificationKind, Standing } from '@crossdock/backend/notifications'
import { text } from '@crossdock/kernel/ground'
import { contentStore, countDamaged } from '@crossdock/kernel/storage'
import { backupConditions } from './queries/backups.js'
import { recentTrouble } from './queries/trouble.js'

/** Fewer failed jobs and parked events are shown on the System page only. */
const many = 5
const gibibyte = 1024 ** 3
/** Operators are notified below this, before the disk is full. */
const lowBytes = 2 * gibibyte

const operators = {
  on: [],
  permission: null,
  to: 'operators',
  defaults: { console: true, mail: true },
} as const

const place = { label: text('Open System'), path: '/system' }
const number = (value: unknown): number => Number(value)

export const failedJobs: NotificationKind = {
  ...operators,
  label: text('Failed jobs'),
  description: text('Five or more jobs have failed in the last seven days.'),
  place: { ...place, path: '/system?tab=jobs' },
  async now() {
    const { failedJobs: count } = await recentTrouble()
    return count < many ? [] : [{ key: 'jobs', payload: { count } }]
  },
  sentence: ({ count }) => text('{count} jobs have failed', { count: number(count) }),
}

export const parkedEvents: NotificationKind = {
  ...operators,
  label: text('Parked events'),
  description: text('Five events or more are parked, because a consumer cannot handle them.'),
  place: { ...place, path: '/system?tab=events' },
  async now() {
    const { parkedEvents: count } = await recentTrouble()
    return count < many ? [] : [{ key: 'events', payload: { count } }]
  },
  sentence: ({ count }) => text('{count} events are parked', { count: number(count) }),
}

export const damagedContent: NotificationKind = {
  ...operators,
  label: text('Damaged content'),
  description: text('Stored file content does not match what was written.'),
  place,
  async now() {
    const count = await countDamaged()
    return count === 0 ? [] : [{ key: 'content', payload: { count } }]
  },
  sentence: ({ count }) =>
    number(count) === 1
      ? text('1 chunk of stored files is damaged. Restore it from a backup.')
      : text('{count} chunks of stored files are damaged. Restore them from a backup.', {
          count: number(count),
        }),
}

/** The condition of a disk. Uploads are refused when less than `keptBytes` is free. */
export function diskConditions(room: { freeBytes: number; keptBytes: number }): Standing[] {
  const { freeBytes, keptBytes } = room
  const gigabytes = Math.floor(freeBytes / 1e8) / 10
  if (freeBytes < keptBytes) return [{ key: 'full', payload: { gigabytes, isFull: true } }]
  return freeBytes < lowBytes ? [{ key: 'low', payload: { gigabytes, isFull: false } }] : []
}

export const lowDisk: NotificationKind = {
  ...operators,
  label: text('Low disk space'),
  description: text('Less than 2 GiB is free where files are kept, or uploads are refused.'),
  place,
  now: async () => diskConditions(await contentStore.use().check()),
  sentence: ({ gigabytes, isFull }) =>
    isFull === true
      ? text('The disk is full: uploads are refused until you make room')
      : text('The disk has {gigabytes} GB left', { gigabytes: number(gigabytes) }),
}

export const backups: NotificationKind = {
  ...operators,
  label: text('Backup failed or overdue'),
  description: text(
    'The last backup failed or is overdue: older than twice the usual interval. Only backups by the command backup count.'
  ),
  place,
  now: backupConditions,
  sentence: ({ days, reason }) =>
    typeof reason === 'string'
      ? text('The backup failed: {reason}', { reason })
      : number(days) === 1
        ? text('The last backup is a day old')
        : text('The last backup is {days} days old', { days: number(days) }),
}
