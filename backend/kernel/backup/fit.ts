import { realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, isAbsolute, resolve } from 'node:path'
import { look, unknownAmong } from '../boot/index.js'
import { locationsOf } from '../storage/location.js'
import type { Settings } from '../settings/index.js'
import { BackupRefused } from './refused.js'

/** A copy within what it is a copy of goes with it, and its files would be taken for content. @throws BackupRefused */
export async function assertBeside(
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
  const real = await realOf(target)
  for (const [name, folder] of own) {
    if (!isWithin(real, await realOf(folder))) continue
    throw new BackupRefused(
      `${target} lies within ${name} (${folder}), of which it would be a copy. Name a folder elsewhere, best on another disk.`
    )
  }
}

/** Where a path leads to, also when its end is not there yet. */
async function realOf(path: string): Promise<string> {
  const whole = resolve(path)
  try {
    return await realpath(whole)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(whole) === whole) throw error
    return join(await realOf(dirname(whole)), basename(whole))
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || (!/^\.\.([\\/]|$)/.test(way) && !isAbsolute(way))
}

/** As the start of a server: what this build does not know it does not copy by halves. @throws BackupRefused */
export async function assertNotNewer(
  migrations: readonly string[],
  settings: Settings,
  appRoot: URL
): Promise<void> {
  const rows = await look(settings, async ({ ask, tables }) =>
    tables.has('installed_plugins')
      ? await ask<{ name: string; package: string | null }>(
          'select name, package from installed_plugins'
        )
      : []
  )
  const bringers = new Map((rows ?? []).map((row) => [row.name, row.package]))
  const { own } = unknownAmong(migrations, bringers, appRoot)
  if (own.length === 0) return
  throw new BackupRefused(
    `The database was brought up to date by a newer version: ${own.length} of its migrations are not known to this build ` +
      `(the last is ${own.toSorted().at(-1)}). Make the backup with that version or a newer one.`
  )
}
