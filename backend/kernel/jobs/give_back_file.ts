import { jobRef, schedule } from './reference.js'

/** Returns free pages of SQLite's file to the disk. */
export const giveBackFile = jobRef<Record<string, never>>('database.giveBack')

/** Runs after the nightly deletions of old data. */
export const giveBackFileNightly = schedule({
  name: 'database.giveBack',
  cron: '10 4 * * *',
  job: giveBackFile,
  payload: {},
})
