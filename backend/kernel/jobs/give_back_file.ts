import { jobRef, schedule } from './reference.js'

/** Gives free pages of SQLite's file back to the disk. */
export const giveBackFile = jobRef<Record<string, never>>('database.giveBack')

/** When what is kept for so long was deleted. */
export const giveBackFileNightly = schedule({
  name: 'database.giveBack',
  cron: '10 4 * * *',
  job: giveBackFile,
  payload: {},
})
