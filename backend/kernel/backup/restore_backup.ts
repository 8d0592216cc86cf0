import { open, rename, rm, stat } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import semver from 'semver'
import { unknownAmong } from '../boot/index.js'
import { openPackWriter, type PackWriter } from '../storage/index.js'
import { inTurns } from './copy_content.js'
import { assertWithin, changedFile, pluginPath, restorePlugins } from './copy_plugins.js'
import { hashFile, readerOf, writeFrom, writeText } from './files.js'
import { keyFor, keyName } from './key.js'
import type { Installation, OnProgress } from './make_backup.js'
import { packPath, readManifest, type CopiedPack, type Manifest } from './manifest.js'
import { postgresTarget } from './postgres_target.js'
import { BackupRefused } from './refused.js'
import { sqliteTarget } from './sqlite_target.js'
import type { Target } from './target.js'

interface Options {
  appRoot: URL
  /** Whether APP_KEY was set, and not made up for a new installation. */
  keyGiven: boolean
  /** Accepts a backup without a code under a key, as earlier versions made them. Anyone with write access to it may have added a program. */
  unsigned?: boolean | undefined
  onProgress?: OnProgress
  /** Takes the folder of the installation for itself, before anything is written there. */
  claim?: () => void
}

export interface Restored {
  manifest: Manifest
  /** There were packages from outside already, which were left as they are. */
  keptPlugins: boolean
}

/**
 * Makes an empty installation what a backup holds. All that can be known is looked at before anything is written; until the
 * last byte was held against its hash no server starts on it, and whatever was cut off is begun anew.
 * @throws BackupRefused
 */
export async function restoreBackup(
  installation: Installation,
  folder: string,
  options: Options
): Promise<Restored> {
  const from = resolve(folder)
  const { settings, pluginsFolder } = installation
  const { manifest, isSigned } = await readManifest(from)
  assertNoNewer(manifest, installation, options.appRoot)
  await assertWhole(manifest, from)
  const key = await keyFor(manifest, from, settings, options.keyGiven)
  const keys = [key ?? settings.APP_KEY, ...settings.APP_KEY_PREVIOUS]
  assertSigned(isSigned(keys), from, options.unsigned)
  assertWithin(manifest)
  assertKind(manifest, settings.DATABASE_URL)
  options.claim?.()
  const target = settings.DATABASE_URL ? await postgresTarget(settings) : sqliteTarget(settings)
  const writer = openPackWriter(settings)
  try {
    await makeRoom(target, writer)
    await restoreContent(manifest, from, writer, options.onProgress)
    const keptPlugins =
      manifest.pluginFiles.length > 0 && existsSync(join(pluginsFolder, 'package.json'))
    if (!keptPlugins) await placePlugins(manifest, from, pluginsFolder)
    if (key) await placeKey(key, settings.DATA_DIR)
    await target.restore(join(from, manifest.database.path), manifest.database)
    await target.finish()
    return { manifest, keptPlugins }
  } finally {
    await writer.close()
    await target.close()
  }
}

function assertNoNewer(
  { crossdock, migrations, plugins }: Manifest,
  { version }: Installation,
  appRoot: URL
): void {
  const bringers = new Map(plugins.map((plugin) => [plugin.name, plugin.package]))
  const { own } = unknownAmong(migrations, bringers, appRoot)
  const isLater = semver.valid(crossdock) && semver.valid(version) && semver.gt(crossdock, version)
  if (own.length === 0 && !isLater) return
  const unknown = own.length > 0 ? `, and ${own.length} of its migrations are not known here` : ''
  throw new BackupRefused(
    `The backup was made by a newer version: Crossdock ${crossdock} (this is ${version})${unknown}. Restore it with that version or a newer one.`
  )
}

/** @param signed undefined for a backup that says of no key */
function assertSigned(signed: boolean | undefined, folder: string, unsigned = false): void {
  if (signed || (signed === undefined && unsigned)) return
  throw new BackupRefused(
    signed === undefined
      ? `The backup in ${folder} does not prove that this installation made it: it is of an earlier version, or was changed. It may hold packages whose programs the server would run. Restore it with --unsigned when you know where it has been kept.`
      : `manifest.json in ${folder} was not written under the key of this installation: it was changed. Take another backup.`
  )
}

function assertKind({ database: { kind } }: Manifest, url: string | undefined): void {
  const here = url ? 'postgres' : 'sqlite'
  if (kind === here) return
  const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
  const what = url ? 'Take DATABASE_URL out' : 'Set DATABASE_URL to an empty database'
  throw new BackupRefused(
    `The backup is of ${names[kind]}, and this installation uses ${names[here]}: one does not become the other. ${what}.`
  )
}

/** That all files are there with their sizes is known in a moment; their hashes are looked at on the way. */
async function assertWhole(manifest: Manifest, from: string): Promise<void> {
  const files = [
    manifest.database,
    ...manifest.packs.map((pack) => ({ path: packPath(pack), size: pack.size })),
    ...manifest.pluginFiles.map(({ path, size }) => ({ path: pluginPath(path), size })),
  ]
  for (const { path, size } of files) {
    const found = await stat(join(from, path)).catch(() => null)
    if (!found) throw new BackupRefused(`${path} of the backup is missing. Take another backup.`)
    if (found.size === size) continue
    throw new BackupRefused(
      `${path} of the backup has ${found.size} bytes, and ${size} were written: it was cut off or changed. Take another backup.`
    )
  }
}

async function makeRoom(target: Target, writer: PackWriter): Promise<void> {
  if (await target.wasCut()) {
    await target.clear()
    await writer.clear()
    return
  }
  const used = (await target.inUse()) ?? ((await writer.isEmpty()) ? null : 'content lies there')
  if (used !== null) {
    throw new BackupRefused(
      `A backup is restored into an empty installation, and this one is in use: ${used}. Give another DATA_DIR, or another database and STORAGE_URL.`
    )
  }
  await target.begin()
}

async function restoreContent(
  { packs }: Manifest,
  from: string,
  writer: PackWriter,
  onProgress: OnProgress = () => undefined
): Promise<void> {
  const total = packs.reduce((sum, { size }) => sum + size, 0)
  let done = 0
  const onBytes = (bytes: number) => onProgress((done += bytes), total)
  onProgress(0, total)
  // A pack of which nothing could be read when the backup was made.
  const filled = packs.filter(({ size }) => size > 0)
  await inTurns(filled, async (pack) => {
    const path = join(from, packPath(pack))
    let copied = false
    await writer.write({ ...pack, path }, async (source, to) => {
      copied = true
      await copyPack(pack, source, to, onBytes)
    })
    if (copied) return
    // Read as a whole into a bucket, which holds what it was sent against a hash of its own.
    assertSame(pack, await hashFile(path))
    onBytes(pack.size)
  })
}

async function copyPack(
  pack: CopiedPack,
  source: string,
  to: string,
  onBytes: (bytes: number) => void
): Promise<void> {
  const file = await open(source, 'r')
  try {
    assertSame(pack, await writeFrom(to, readerOf(file), pack.size, onBytes))
  } finally {
    await file.close()
  }
}

function assertSame(pack: CopiedPack, { size, sha256 }: { size: number; sha256: string }): void {
  if (size !== pack.size || sha256 !== pack.sha256) throw changedFile(packPath(pack))
}

/** All of them or none. */
async function placePlugins(manifest: Manifest, from: string, into: string): Promise<void> {
  if (manifest.pluginFiles.length === 0) return
  const coming = `${into}.restoring`
  await rm(coming, { recursive: true, force: true })
  await restorePlugins(manifest, from, coming)
  await rm(into, { recursive: true, force: true })
  await rename(coming, into)
}

/** In the place of the one that was made up for the empty installation: nothing is sealed with that. */
async function placeKey(key: string, dataDir: string): Promise<void> {
  const coming = join(dataDir, `${keyName}.restoring`)
  await rm(coming, { force: true })
  await writeText(coming, key)
  await rename(coming, join(dataDir, keyName))
}
