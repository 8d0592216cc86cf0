import { ask, databaseManager, dialect } from '../database.js'

/** Number of pages moved per commit. This takes about 5 ms, during which all requests wait. */
const pagesAtOnce = 64
/** This share of the file stays free for the next writes. */
const reserve = 0.05

/**
 * Returns some free pages of SQLite's file to the disk, in the current transaction. PostgreSQL needs no such
 * step. A file of an earlier version keeps its free pages for new rows until it is compacted.
 * @returns whether there are more
 */
export async function giveBackPages(): Promise<boolean> {
  if (dialect() !== 'sqlite' || !(await givesPagesBack())) return false
  const [free, all] = [await figure('freelist_count'), await figure('page_count')]
  const more = Math.min(pagesAtOnce, Math.floor(free - all * reserve))
  // One page per statement, because the drivers differ in how many pages one statement moves.
  for (let page = 0; page < more; page++) await ask('pragma incremental_vacuum(1)')
  return more === pagesAtOnce
}

const givesPagesBack = async (): Promise<boolean> => (await figure('auto_vacuum')) === 2

async function figure(pragma: string): Promise<number> {
  const [row] = await ask<Record<string, number>>(`pragma ${pragma}`)
  return Number(row![pragma])
}

/**
 * Rewrites SQLite's file without free pages, and lets it return free pages from now on. Needs as much free disk
 * space as the file has, and exclusive use of the file.
 * @returns bytes before and after
 */
export async function compactFile(): Promise<[before: number, after: number]> {
  const connection = databaseManager().connection()
  const bytes = async () => (await figure('page_count')) * (await figure('page_size'))
  const before = await bytes()
  await connection.rawQuery('pragma auto_vacuum = incremental')
  await connection.rawQuery('vacuum')
  return [before, await bytes()]
}
