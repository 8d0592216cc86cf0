import type { SyncContract, SyncKept, SyncRestored } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import type { Factory } from '../../factory.js'
import { pick } from '../../find.js'
import { outputExport, type SaveOptions } from '../../output/export.js'
import { formatBytes, formatRelative } from '../../output/format.js'
import { noteTruncation, wholeNumber } from '../../output/limit.js'
import { contractKind, endText, findContract } from './kind.js'

const MOST = 1000
const pathOf = ({ id }: SyncContract) => `${contractKind.path}/${id}/kept`

/** Lists the available versions that sync replaced or deleted. */
export async function listKept(
  factory: Factory,
  typed: string,
  { search, limit: given }: { search?: string; limit: string }
): Promise<void> {
  const limit = wholeNumber('--limit', given, MOST)
  const api = await factory.api()
  const contract = await findContract(api, typed)
  const { rows, total } = await api.page<SyncKept>(
    pathOf(contract),
    { filter: { search } },
    0,
    limit
  )
  await factory.printList(
    rows,
    [
      { title: 'Id', text: ({ id }) => id, whole: true },
      { title: 'Path', text: ({ path }) => path },
      { title: 'Why', text: ({ reason }) => reason },
      {
        title: 'Where',
        text: ({ side }) => endText(contract.sides[side as 'source' | 'target']),
        raw: ({ side }) => side,
      },
      { title: 'Size', text: ({ size }) => formatBytes(size), raw: ({ size }) => String(size) },
      {
        title: 'When',
        text: ({ createdAt }) => formatRelative(createdAt),
        raw: ({ createdAt }) => createdAt,
      },
      { title: 'Until', text: ({ keptUntil }) => keptUntil?.slice(0, 10) ?? '' },
    ],
    `No kept versions of ${contract.name}.`
  )
  noteTruncation(factory, rows.length, total, 'versions')
}

/** Saves a kept version, or prints it. */
export async function getKept(
  factory: Factory,
  typed: string,
  version: string,
  options: SaveOptions
): Promise<void> {
  const { contract, kept } = await findKept(factory, typed, version)
  await outputExport(factory, `${pathOf(contract)}/${kept.id}/content`, {}, options)
  if (options.output) factory.say(`Saved ${kept.path} to ${options.output}.`)
}

/** Restores a kept version into the asset folder of its contract. */
export async function restoreKept(factory: Factory, typed: string, version: string): Promise<void> {
  const { api, contract, kept } = await findKept(factory, typed, version)
  const path = `${pathOf(contract)}/${kept.id}/restore`
  const restored = await api.post<SyncRestored>(path, undefined)
  if (factory.flags.json) return factory.printJson(restored)
  factory.say(`Restored ${restored.path}. The next run syncs it to the other side.`)
}

async function findKept(factory: Factory, typed: string, version: string) {
  const api = await factory.api()
  const contract = await findContract(api, typed)
  return { api, contract, kept: await keptVersion(api, contract, version) }
}

async function keptVersion(api: ApiClient, contract: SyncContract, typed: string) {
  const { rows } = await api.page<SyncKept>(pathOf(contract), {}, 0, MOST)
  return pick(rows, typed, {
    one: 'kept version',
    list: `crossdock sync kept list "${contract.name}"`,
    ids: ({ id }) => [id],
    name: ({ path }) => path,
    about: ({ path, reason, createdAt }) => `${path}, ${reason} ${formatRelative(createdAt)}`,
  })
}
