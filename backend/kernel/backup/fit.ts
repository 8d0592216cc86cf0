import { realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, isAbsolute, resolve } from 'node:path'
import { readDatabase, findUnknownMigrations } from '../boot/index.js'
import { locationsOf } from '../storage/location/location.js'
import type { Settings } from '../settings/index.js'
import { BackupRefused } from './refused.js'

/**
 * Checks that a backup is not written into a folder that it copies. Otherwise the backup would copy its own
 * files, as if they were content.
 * @throws BackupRefused
 */
export async function assertOutside(
  target: string,
  { settings, pluginsFolder }: { settings: Settings; pluginsFolder: string }
): Promise<void> {
  const own: [string, string][] = [
    ['DATA_DIR', settings.DATA_DIR],
    ['the folder of added packages', pluginsFolder],
  ]
  for (const [variable, place] of Object.entries(locationsOf(settings))) {
    if (place.kind === 'disk') own.push([variable, place.folder])
  }
  const real = await realPathOf(target)
  for (const [name, folder] of own) {
    if (!isWithin(real, await realPathOf(folder))) continue
    throw new BackupRefused(
      `${target} is within ${name} (${folder}), which the backup copies. Name another folder, preferably on another disk.`
    )
  }
}

/** Returns the real path. The last parts of the path may be missing. */
async function realPathOf(path: string): Promise<string> {
  const absolute = resolve(path)
  try {
    return await realpath(absolute)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(absolute) === absolute)
      throw error
    return join(await realPathOf(dirname(absolute)), basename(absolute))
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || (!/^\.\.([\\/]|$)/.test(way) && !isAbsolute(way))
}

/**
 * Refuses a database with migrations that this build does not know, as a server start does. The backup would be
 * incomplete.
 * @throws BackupRefused
 */
export async function assertNotNewer(
  migrations: readonly string[],
  settings: Settings,
  appRoot: URL
): Promise<void> {
  const rows = await readDatabase(settings, async ({ ask, tables }) =>
    tables.has('installed_plugins')
      ? await ask<{ name: string; package: string | null }>(
          'select name, package from installed_plugins'
        )
      : []
  )
  const bringers = new Map((rows ?? []).map((row) => [row.name, row.package]))
  const { own } = findUnknownMigrations(migrations, bringers, appRoot)
  if (own.length === 0) return
  throw new BackupRefused(
    `The database was migrated by a newer version: ${own.length} of its migrations are not known to this build ` +
      `(the last is ${own.toSorted().at(-1)}). Make the backup with that version or a newer one.`
  )
}
