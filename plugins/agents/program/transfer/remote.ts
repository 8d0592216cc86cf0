import type { Asset, AssetVersion } from '@crossdock/client'
import { AgentError } from '../errors.js'
import { HttpProblem } from '../http/problem.js'
import { callWithRetries, type TransferContext } from './transfer.js'

const pageSize = 1_000
/** Maximum number of attempts to list a folder that changes constantly. */
const mostReadings = 5

/** The asset fields that the agent uses. They are validated, because the answer may be invalid. */
export type RemoteAsset = Pick<
  Asset,
  'id' | 'name' | 'path' | 'type' | 'size' | 'version' | 'parentId' | 'fileModifiedAt'
>

const json = <T>(
  context: TransferContext,
  method: string,
  path: string,
  query?: object,
  body?: object
) =>
  callWithRetries(context, (headers) =>
    context.sessions.http.json<T>(method, path, {
      headers,
      signal: context.signal,
      ...(query ? { query: query as Record<string, unknown> } : {}),
      ...(body ? { json: body } : {}),
    })
  )

/**
 * Lists a folder, by name.
 * @param parent empty for the top level
 */
export async function childrenOf(
  context: TransferContext,
  parent: string,
  path: string
): Promise<RemoteAsset[]> {
  for (let reading = 1; reading <= mostReadings; reading++) {
    const children = await readOnce(context, parent)
    if (children) return children
  }
  throw new AgentError('E_FOLDER_CHANGES', `The folder "${path}" changes while the agent reads it.`)
}

/**
 * Lists a folder once.
 * @returns undefined if rows moved between pages, so that one may be missing
 */
async function readOnce(
  context: TransferContext,
  parent: string
): Promise<RemoteAsset[] | undefined> {
  const children = new Map<string, RemoteAsset>()
  let most = 0
  for (let offset = 0; ; offset += pageSize) {
    const { body: rows, headers } = await callWithRetries(context, (auth) =>
      context.sessions.http.withHeaders<RemoteAsset[]>('GET', '/api/assets', {
        headers: auth,
        signal: context.signal,
        query: {
          filter: { parent },
          range: [offset, offset + pageSize - 1],
          sort: ['name', 'ASC'],
        },
      })
    )
    const before = children.size
    for (const row of rows) {
      if (!/^[\w-]{1,64}$/.test(row.id)) {
        throw new AgentError('E_ANSWER', `The server sent an asset with the id "${row.id}".`)
      }
      children.set(row.id, row)
    }
    const total = Number(/\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] ?? 0)
    most = Math.max(most, total)
    if (rows.length < pageSize || children.size === before) break
  }
  return children.size < most ? undefined : [...children.values()]
}

async function childNamed(
  context: TransferContext,
  parent: string | null,
  name: string
): Promise<RemoteAsset | undefined> {
  const rows = await json<RemoteAsset[]>(context, 'GET', '/api/assets', {
    filter: { parent: parent ?? '', search: name },
    range: [0, pageSize - 1],
    sort: ['name', 'ASC'],
  })
  return rows.find((one) => one.name === name && one.parentId === parent)
}

const namesOf = (path: string) => path.split('/').filter(Boolean)

/**
 * Returns the asset at a path such as `/Arrivals`; null for the top level.
 * @throws AgentError when it does not exist
 */
export async function assetAt(context: TransferContext, path: string): Promise<RemoteAsset | null> {
  let current: RemoteAsset | null = null
  for (const name of namesOf(path)) {
    const child: RemoteAsset | undefined = await childNamed(context, current?.id ?? null, name)
    if (!child) throw new AgentError('E_NO_FOLDER', `There is no folder "${path}" in the assets.`)
    current = child
  }
  return current
}

/**
 * Returns the folder at a path, created if missing; null for the top level.
 * @throws AgentError
 */
export async function folderAt(
  context: TransferContext,
  path: string
): Promise<RemoteAsset | null> {
  let current: RemoteAsset | null = null
  for (const name of namesOf(path)) current = await folderIn(context, current, name)
  return current
}

async function folderIn(
  context: TransferContext,
  parent: RemoteAsset | null,
  name: string
): Promise<RemoteAsset> {
  const parentId = parent?.id ?? null
  const look = async () => {
    const found = await childNamed(context, parentId, name)
    if (found?.type !== 'file') return found
    throw new AgentError('E_NO_FOLDER', `"${found.path}" in the assets is a file, not a folder.`)
  }
  const present = await look()
  if (present) return present
  try {
    return await json<RemoteAsset>(context, 'POST', '/api/assets', undefined, {
      name,
      type: 'folder',
      parentId,
    })
  } catch (error) {
    // Another agent created the same folder at the same time.
    const raced = error instanceof HttpProblem && error.status === 409 ? await look() : undefined
    if (raced) return raced
    throw error
  }
}

/** Returns the content id of a version. */
export async function hashOf(
  context: TransferContext,
  { id }: Pick<RemoteAsset, 'id'>,
  version: number
): Promise<string | undefined> {
  const known = context.hashes.remote(id, version)
  if (known) return known
  const versions = await json<AssetVersion[]>(context, 'GET', `/api/assets/${id}/versions`, {
    range: [0, 9],
  })
  const found = versions.find((one) => one.version === version)
  if (found) context.hashes.keepRemote(id, version, found.hash)
  return found?.hash
}
