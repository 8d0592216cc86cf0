import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestApp } from '@crossdock/backend/testing'
import { freshDatabase, type FreshDatabase } from '@crossdock/kernel/testing'
import type { TestContext } from '@japa/runner/core'
import { pluginHost } from '../../plugin/index.js'
import { settings, type CompleteSettings } from '../../settings/index.js'
import { makeBackup, restoreBackup, type Installation } from '../index.js'

type Cleanup = Pick<TestContext, 'cleanup'>

/** Makes a temporary folder for backups. */
export async function backupFolder({ cleanup }: Cleanup): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-backup-'))
  cleanup(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The booted application, as `node ace backup` sees it. */
export function installation(given: Partial<CompleteSettings> = {}): Installation {
  const all = { ...settings.use(), ...given }
  return {
    settings: all,
    plugins: pluginHost.use().plugins,
    pluginsFolder: join(all.DATA_DIR, 'plugins'),
    version: '0.1.0',
  }
}

/**
 * Takes a backup of the booted application.
 * @returns its folder
 */
export async function takeBackup(
  context: Cleanup,
  given: Partial<CompleteSettings> = {}
): Promise<string> {
  const folder = join(await backupFolder(context), 'backup')
  await makeBackup(installation(given), folder)
  return folder
}

/** Returns a database for an empty installation, with a data folder. */
export async function emptyPlace({ cleanup }: Cleanup): Promise<FreshDatabase> {
  const place = await freshDatabase()
  cleanup(() => place.remove())
  return place
}

/** Restores a backup, as `node ace restore` does. */
export function restoreInto(
  place: FreshDatabase,
  folder: string,
  {
    app,
    keyGiven = true,
    unsigned,
    ...given
  }: Partial<CompleteSettings> & {
    app: TestApp
    keyGiven?: boolean
    unsigned?: boolean | undefined
  }
) {
  const { dataDir: DATA_DIR, databaseUrl: DATABASE_URL } = place
  const into = installation({ DATA_DIR, DATABASE_URL, STORAGE_URL: undefined, ...given })
  return restoreBackup(into, folder, { appRoot: app.app.appRoot, keyGiven, unsigned })
}
