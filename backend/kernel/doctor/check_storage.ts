import { randomUUID } from 'node:crypto'
import { open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { readDatabase } from '../boot/read_database.js'
import { StorageRefused } from '../storage/errors.js'
import { locationsOf } from '../storage/location/location.js'
import { StorageRoot } from '../storage/packs/storage_root.js'
import { assertStorageAnswers } from '../storage/location/assert_answers.js'
import { folderFaults, makingFault, type Settings } from '../settings/index.js'
import { ok, asSentence, warning, wrong, type CheckResult } from './finding.js'

const GiB = 1024 ** 3
const lowFreeBytes = GiB
/** With less free space, new content is refused (storage_root.ts). */
const minFreeBytes = 64 * 1024 ** 2
const lowFreeInodes = 0.05

/** Checks that the content storage is usable, that its folders have free space, and that no chunk is damaged. */
export async function checkStorage(settings: Settings): Promise<CheckResult[]> {
  const said: CheckResult[] = []
  for (const [variable, location] of Object.entries(locationsOf(settings))) {
    if (location.kind === 'disk') said.push(...(await checkFolder(variable, location.folder)))
  }
  try {
    await assertStorageAnswers(settings)
    await assertContentThere(settings)
    const { STORAGE_URL: current } = locationsOf(settings)
    if (current.kind === 's3')
      said.push(ok(`The bucket ${current.bucket} answers, and allows all needed operations.`))
  } catch (error) {
    if (!(error instanceof StorageRefused)) throw error
    said.push(
      wrong(`It cannot be used: ${asSentence(error)}`, 'Fix that: no server starts until then.')
    )
  }
  said.push(...(await checkDamage(settings)))
  return said
}

/**
 * Checks that the folder holds the content that the database references. Does nothing during a move to another
 * storage, because all content may still be in the former one.
 * @throws StorageRefused
 */
async function assertContentThere(settings: Settings): Promise<void> {
  const { STORAGE_URL: current, STORAGE_FROM_URL: former } = locationsOf(settings)
  if (current.kind !== 'disk' || former) return
  const isReferenced = () => referencesContent(settings)
  await new StorageRoot(current.folder, { isReferenced }).assertNotLost()
}

/** Whether the database references any content. False if it does not answer, which another check reports. */
async function referencesContent(settings: Settings): Promise<boolean> {
  const named = await readDatabase(settings, async ({ ask, tables }) =>
    tables.has('content_chunks')
      ? (await ask('select 1 from content_chunks limit 1')).length > 0
      : false
  ).catch(() => false)
  return named ?? false
}

/** Checks the folder DATA_DIR, which holds the database, keys and mail. */
export async function checkDisk({ DATA_DIR }: Settings): Promise<CheckResult[]> {
  return checkFolder('DATA_DIR', DATA_DIR)
}

async function checkFolder(variable: string, folder: string): Promise<CheckResult[]> {
  if (!(await stat(folder).catch(() => undefined))) {
    const fault = makingFault(folder)
    if (!fault) return [ok(`${folder} does not exist yet: the first start creates it.`)]
    return [
      wrong(`${folder} cannot be created: ${fault}.`, `Correct ${variable}: no server starts.`),
    ]
  }
  try {
    const probe = join(folder, `.doctor-${randomUUID()}`)
    const file = await open(probe, 'wx', 0o600)
    try {
      await file.writeFile('ok')
      await file.sync()
    } finally {
      await file.close()
      await rm(probe, { force: true })
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const why = folderFaults[code] ? `${folderFaults[code]}.` : asSentence(error)
    return [
      wrong(
        `${folder} cannot be written: ${why}`,
        `Let this account write there, or correct ${variable}.`
      ),
    ]
  }
  const { bavail, bsize, files, ffree } = await statfs(folder)
  const free = bavail * bsize
  const said: CheckResult[] = []
  const room = `${(free / GiB).toFixed(1)} GiB are free at ${folder}`
  if (free < minFreeBytes) said.push(wrong(`${room}: uploads are refused.`, 'Free up space.'))
  else if (free < lowFreeBytes)
    said.push(warning(`${room}.`, 'Free up space before the disk is full.'))
  // Some file systems create inodes on demand and report a total of zero.
  if (files > 0 && ffree / files < lowFreeInodes) {
    said.push(
      warning(
        `${ffree} inodes are left at ${folder}.`,
        'Delete files, or use a file system with more inodes.'
      )
    )
  }
  return said.length > 0 ? said : [ok(`${room}, and the folder is writable.`)]
}

/** Reports damage found by the weekly scrub. */
async function checkDamage(settings: Settings): Promise<CheckResult[]> {
  const damaged = await readDatabase(settings, async ({ ask, tables }) => {
    if (!tables.has('content_chunks')) return 0
    const [row] = await ask<{ count: number }>(
      'select count(*) as count from content_chunks where damaged_at is not null'
    )
    return Number(row!.count)
  }).catch(() => undefined)
  if (!damaged) return []
  return [
    wrong(
      `${damaged} stored chunks are damaged.`,
      'Restore the packs that the log names from a backup. The next scrub clears the damage.'
    ),
  ]
}
