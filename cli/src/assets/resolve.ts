import type { Asset } from '@crossdock/client'
import type { ApiClient } from '../api/client.js'
import { CliError, ExitCode } from '../errors.js'
import { pick, type Named } from '../find.js'
import { beginningOf, isId } from '../ids.js'

const MOST_NAMED = 11

const kind: Named<Asset> = {
  one: 'file or folder',
  list: 'crossdock assets ls',
  ids: ({ id }) => [id],
  about: ({ name, type }) => `${name}, ${type}`,
}

/**
 * Finds an asset by path such as `/Invoices/2026/a.pdf`, by id, or by the start of an id when no path matches.
 * Null is the top level.
 */
export async function resolveAsset(api: ApiClient, pathOrId: string): Promise<Asset | null> {
  if (isId(pathOrId)) return api.get<Asset>(`/api/assets/${pathOrId}`)

  let current: Asset | null = null
  const walked: string[] = []
  for (const name of pathOrId.split('/').filter(Boolean)) {
    if (current?.type === 'file') throw notAFolder(current, `/${walked.join('/')}`)
    const child: Asset | undefined = await childNamed(api, current, name)
    if (!child) {
      const begun = await assetsBeginning(api, pathOrId)
      if (begun.length === 0) throw missing(pathOrId, name, walked)
      return pick(begun, pathOrId, kind)
    }
    current = child
    walked.push(name)
  }
  return current
}

async function assetsBeginning(api: ApiClient, text: string): Promise<Asset[]> {
  const id = beginningOf(text)
  return id ? (await api.page<Asset>('/api/assets', { filter: { id } }, 0, MOST_NAMED)).rows : []
}

/** The folder to list or to upload to. */
export async function resolveFolder(api: ApiClient, pathOrId: string): Promise<Asset | null> {
  const asset = await resolveAsset(api, pathOrId)
  if (asset?.type === 'file') throw notAFolder(asset, pathOrId)
  return asset
}

/** The file to read. */
export async function resolveFile(api: ApiClient, pathOrId: string): Promise<Asset> {
  const asset = await resolveAsset(api, pathOrId)
  if (asset?.type === 'file') return asset
  throw new CliError(
    ExitCode.refused,
    `"${pathOrId}" is a folder, but this command needs a file.`,
    {
      hint: `See what is in it: crossdock assets ls "${pathOrId}"`,
    }
  )
}

/** The child of a folder with exactly this name. */
export async function childNamed(
  api: ApiClient,
  parent: Asset | null,
  name: string
): Promise<Asset | undefined> {
  const filter = { parent: parent?.id ?? '', search: name }
  for await (const asset of api.rows<Asset>('/api/assets', { filter, sort: ['name', 'ASC'] })) {
    if (asset.name === name && asset.parentId === (parent?.id ?? null)) return asset
  }
  return undefined
}

function missing(path: string, name: string, walked: string[]): CliError {
  const folder = `/${walked.join('/')}`
  return new CliError(
    ExitCode.notFound,
    `"${path}" does not exist: there is no "${name}" in ${folder}.`,
    {
      hint: `See what is there: crossdock assets ls "${folder}"`,
    }
  )
}

export function notAFolder(asset: Asset, path: string): CliError {
  return new CliError(
    ExitCode.refused,
    `"${path}" is a file (${asset.name}), but this command needs a folder.`
  )
}
