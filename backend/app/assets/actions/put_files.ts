import { setImmediate } from 'node:timers/promises'
import { attempt, transaction } from '@crossdock/kernel/database'
import { Problem, text, type Text } from '@crossdock/kernel/http'
import type { Asset } from '../models/asset.js'
import { takesName } from '../queries/find_sibling.js'
import type { fates } from '../validators/asset.js'
import { putFile, type UploadedFile } from './upload_file.js'

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
  code: string | null
  message: Text | null
}

/** So many share a transaction: some tens of milliseconds, in which others wait. */
const filesPerCommit = 50

/** Puts written files where they belong, each by itself: one that is refused takes no other with it. */
export async function putFiles(given: readonly GivenFile[]): Promise<FileFate[]> {
  const fates: FileFate[] = []
  for (let at = 0; at < given.length; at += filesPerCommit) {
    const some = given.slice(at, at + filesPerCommit)
    fates.push(...(await putSome(some, at > 0)))
    await setImmediate()
  }
  return fates
}

/** @param isLater whether some are stored already, so that an error must not hide them */
async function putSome(given: readonly GivenFile[], isLater: boolean): Promise<FileFate[]> {
  try {
    return await transaction(async () => {
      const fates: FileFate[] = []
      for (const one of given) fates.push(await putOne(one))
      return fates
    })
  } catch (error) {
    if (!isLater) throw error
    const problem = error instanceof Problem ? error : new Problem(500, 'E_UNKNOWN', unknown)
    return given.map(({ path }) => refused(path, problem))
  }
}

const unknown = text(
  'Something went wrong on our side. Whether this file was stored is not known: look for it, and send it again if it is not there.'
)

async function putOne({ path, file }: GivenFile): Promise<FileFate> {
  if (file instanceof Problem) return refused(path, file)
  const first = await attempt(() => putFile(file))
  // Another upload made the file, or a folder on the way to it, in the meantime.
  const isRaced = !first.done && takesName(first.error)
  const put = isRaced ? await attempt(() => putFile(file)) : first
  if (put.done) return stored(path, put.result)
  if (put.error instanceof Problem && put.error.status < 500) return refused(path, put.error)
  throw put.error
}

const stored = (
  path: string,
  { asset, created }: { asset: Asset; created: boolean }
): FileFate => ({
  ...{ path, fate: created ? 'created' : 'updated', id: asset.id, version: asset.version },
  ...{ code: null, message: null },
})

const refused = (path: string, { code, text: message }: Problem): FileFate => ({
  ...{ path, fate: 'refused', id: null, version: null, code, message },
})
