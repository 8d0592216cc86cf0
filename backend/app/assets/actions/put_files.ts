import { setImmediate } from 'node:timers/promises'
import {
  analyseUnknown,
  attempt,
  databaseFault,
  faultProblem,
  transaction,
} from '@crossdock/kernel/database'
import { Problem, text, type Text } from '@crossdock/kernel/http'
import { takesName } from '../queries/find_sibling.js'
import { isOutOfRoom, lockRoom } from '../room.js'
import type { fates } from '../validators/asset.js'
import { ensureFolders } from './ensure_folders.js'
import { putNewFiles, type PlacedFile } from './put_new_files.js'
import { putFile, type PutFile, type UploadedFile } from './upload_file.js'

/** A file of several, as it came: written, or refused before. */
export interface GivenFile {
  /** As it was given. */
  path: string
  file: UploadedFile | Problem
}

/** What became of one. */
export interface FileFate {
  path: string
  fate: (typeof fates)[number]
  id: string | null
  version: number | null
  /** Content id of the bytes that came. */
  hash: string | null
  code: string | null
  message: Text | null
}

/** So many share a transaction: some tens of milliseconds, in which others wait. */
const filesPerCommit = 200

/** Puts written files where they belong, each by itself: one that is refused takes no other with it. */
export async function putFiles(given: readonly GivenFile[]): Promise<FileFate[]> {
  const fates: FileFate[] = []
  for (let at = 0; at < given.length; at += filesPerCommit) {
    const some = given.slice(at, at + filesPerCommit)
    fates.push(...(at > 0 ? await putLater(some) : await putSome(some)))
    await setImmediate()
  }
  // Files are stored whether or not it succeeds: only the next ones would take longer.
  if (fates.length >= filesPerCommit) await analyseUnknown().catch(() => undefined)
  return fates
}

function putSome(given: readonly GivenFile[]): Promise<FileFate[]> {
  return transaction(async () => {
    await lockRoom()
    const ids = await putNew(given)
    const fates: FileFate[] = []
    for (const one of given) fates.push(newFate(one, ids) ?? (await putOne(one)))
    return fates
  })
}

/** Those behind some that are stored already, which no error must hide. */
async function putLater(given: readonly GivenFile[]): Promise<FileFate[]> {
  try {
    // Nothing of a transaction that others were in the way of was stored: another one may pass.
    return await putSome(given).catch((error: unknown) => {
      if (databaseFault(error) === 'busy') return putSome(given)
      throw error
    })
  } catch (error) {
    const problem = error instanceof Problem ? error : faultProblem(error)
    const told = problem ?? new Problem(500, 'E_UNKNOWN', unknown)
    return given.map(({ path }) => refused(path, told))
  }
}

const unknown = text(
  'Something went wrong on our side. Whether this file was stored is not known: look for it, and send it again if it is not there.'
)

/** Most files of many are new: they are put together, before the others. @returns the ids of those that were put */
async function putNew(given: readonly GivenFile[]): Promise<ReadonlyMap<UploadedFile, string>> {
  const files = given.flatMap(({ file }) => (file instanceof Problem ? [] : file))
  const byFolder = Map.groupBy(files, ({ parentId, folders = [] }) =>
    JSON.stringify([parentId, ...folders])
  )
  const placed: PlacedFile[] = []
  for (const inside of byFolder.values()) {
    const { parentId, folders = [] } = inside[0]!
    const made = await attempt(() => ensureFolders(parentId, folders))
    // Refused or raced: each of them hears why when its turn comes.
    if (made.done) placed.push(...inside.map((file) => ({ file, place: made.result })))
  }
  const put = await attempt(() => putNewFiles(placed))
  if (put.done) return put.result
  // Without room for all of them there may be room for some.
  if (takesName(put.error) || isOutOfRoom(put.error)) return new Map()
  throw put.error
}

function newFate({ path, file }: GivenFile, ids: ReadonlyMap<UploadedFile, string>) {
  if (file instanceof Problem) return undefined
  const id = ids.get(file)
  if (id === undefined) return undefined
  return stored(path, file, { asset: { id, version: 1 }, fate: 'created' })
}

/** A request may be sent once more behind a connection that broke: no file gets another version by that. */
const keepSame = true

async function putOne({ path, file }: GivenFile): Promise<FileFate> {
  if (file instanceof Problem) return refused(path, file)
  const first = await attempt(() => putFile(file, keepSame))
  // Another upload made the file, or a folder on the way to it, in the meantime.
  const isRaced = !first.done && takesName(first.error)
  const put = isRaced ? await attempt(() => putFile(file, keepSame)) : first
  if (put.done) return stored(path, file, put.result)
  const isRefused = put.error instanceof Problem && put.error.status < 500
  if (isRefused || isOutOfRoom(put.error)) return refused(path, put.error as Problem)
  throw put.error
}

const stored = (
  path: string,
  { content }: UploadedFile,
  { asset, fate }: { asset: Pick<PutFile['asset'], 'id' | 'version'>; fate: PutFile['fate'] }
): FileFate => ({
  ...{ path, fate, id: asset.id, version: asset.version, hash: content.id },
  ...{ code: null, message: null },
})

const refused = (path: string, { code, text: message }: Problem): FileFate => ({
  ...{ path, fate: 'refused', id: null, version: null, hash: null, code, message },
})
