import { ask, databaseManager, dialect } from './database.js'

/** Pages moved with one commit: some 5 ms, in which everybody waits. */
const pagesAtOnce = 64
/** So much of the file stays free for what is written next. */
const reserve = 0.05

/**
 * Gives a few of the pages that deleted rows have left in SQLite's file back to the disk, in the current transaction.
 * PostgreSQL sees to its own, and a file that an earlier version made keeps them for new rows until it was compacted.
 * @returns whether there are more
 */
export async function giveBackPages(): Promise<boolean> {
  if (dialect() !== 'sqlite' || !(await givesPagesBack())) return false
  const [free, all] = [await figure('freelist_count'), await figure('page_count')]
  const more = Math.min(pagesAtOnce, Math.floor(free - all * reserve))
  // One page a statement: the drivers do not agree on how far a longer one goes.
  for (let page = 0; page < more; page++) await ask('pragma incremental_vacuum(1)')
  return more === pagesAtOnce
}

const givesPagesBack = async (): Promise<boolean> => (await figure('auto_vacuum')) === 2

async function figure(pragma: string): Promise<number> {
  const [row] = await ask<Record<string, number>>(`pragma ${pragma}`)
  return Number(row![pragma])
}

/**
 * Writes SQLite's file anew without the pages that are free, after which it gives them back by itself. Takes as much room
 * again meanwhile, and nobody else may use it. @returns bytes before and after
 */
export async function compactFile(): Promise<[before: number, after: number]> {
  const connection = databaseManager().connection()
  const bytes = async () => (await figure('page_count')) * (await figure('page_size'))
  const before = await bytes()
  await connection.rawQuery('pragma auto_vacuum = incremental')
  await connection.rawQuery('vacuum')
  return [before, await bytes()]
}
