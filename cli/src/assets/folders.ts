import type { Asset } from '@crossdock/client'
import { ApiError } from '../api/api_error.js'
import type { ApiClient } from '../api/client.js'
import { CliError, ExitCode, UsageError } from '../errors.js'
import { childNamed, notAFolder, resolveFolder } from './resolve.js'

/** A folder on the path, and whether it was just created. */
export interface Step {
  folder: Asset
  path: string
  isNew: boolean
}

/**
 * Creates the folder at a path inside an existing folder.
 * @throws CliError when the path is taken
 */
export async function makeFolder(api: ApiClient, path: string): Promise<Step> {
  const names = namesIn(path)
  const name = names.pop()!
  const parent = await resolveFolder(api, `/${names.join('/')}`)
  const present = await childNamed(api, parent, name)
  if (present?.type === 'folder') {
    throw new CliError(ExitCode.refused, `The folder "${path}" already exists.`, {
      hint: 'Use --parents to accept an existing folder.',
    })
  }
  if (present) throw notAFolder(present, path)
  return { folder: await create(api, name, parent), path, isNew: true }
}

/** Returns every folder of a path, from the top or below another folder. Creates missing ones. */
export async function makeFolders(
  api: ApiClient,
  path: string,
  below: Asset | null = null
): Promise<Step[]> {
  const steps: Step[] = []
  let parent = below
  for (const name of namesIn(path)) {
    const at = `${steps.at(-1)?.path ?? ''}/${name}`
    const present: Asset | undefined = await childNamed(api, parent, name)
    if (present?.type === 'file') throw notAFolder(present, at)
    const folder: Asset = present ?? (await createOrFind(api, name, parent))
    steps.push({ folder, path: at, isNew: present === undefined })
    parent = folder
  }
  return steps
}

function namesIn(path: string): string[] {
  const names = path.split('/').filter(Boolean)
  if (names.length > 0) return names
  throw new UsageError(`"${path}" is the top level, which always exists.`)
}

/** Creates a folder. Returns the existing one if another caller has just created it. */
async function createOrFind(api: ApiClient, name: string, parent: Asset | null): Promise<Asset> {
  try {
    return await create(api, name, parent)
  } catch (error) {
    const isTaken = error instanceof ApiError && error.status === 409
    const present = isTaken ? await childNamed(api, parent, name) : undefined
    if (present?.type === 'folder') return present
    throw error
  }
}

function create(api: ApiClient, name: string, parent: Asset | null): Promise<Asset> {
  const parentId = parent?.id ?? null
  return api.post<Asset>('/api/assets', { name, type: 'folder', parentId })
}
