import type { ListQuery } from '../api/client.js'
import type { Factory } from '../factory.js'
import { jsonOf } from '../local_file.js'
import { printRecord } from '../output/record.js'
import { findRecord } from './find.js'
import type { RecordKind } from './kind.js'

type Kind<T extends { id: string; name: string }> = RecordKind<T>

export async function listRecords<T extends { id: string; name: string }>(
  factory: Factory,
  kind: Kind<T>,
  filter: ListQuery['filter'] = {}
): Promise<void> {
  const api = await factory.api()
  const rows = await api.all<T>(kind.path, { filter, sort: ['name', 'ASC'] })
  await factory.printList(rows, kind.columns, `There is no ${kind.one}.`)
}

export async function showRecord<T extends { id: string; name: string }>(
  factory: Factory,
  kind: Kind<T>,
  typed: string
): Promise<void> {
  const api = await factory.api()
  const record = await findRecord(api, kind, typed)
  if (factory.flags.json) return factory.printJson(record)
  printRecord(factory, record)
  const more = await kind.more?.(api, record)
  if (more) factory.say(more)
}

/** @param path where new records are posted */
export async function createRecord<T extends { id: string; name: string }>(
  factory: Factory,
  kind: Kind<T>,
  path: string,
  input: string
): Promise<void> {
  const body = await jsonOf(factory, input)
  const record = await (await factory.api()).post<T>(path, body)
  if (factory.flags.json) return factory.printJson(record)
  factory.say(`Created the ${kind.one} ${record.name}, id ${record.id}.`)
}

/** @param path of the kind's single records */
export async function updateRecord<T extends { id: string; name: string }>(
  factory: Factory,
  kind: Kind<T>,
  typed: string,
  input: string
): Promise<void> {
  const body = await jsonOf(factory, input)
  const api = await factory.api()
  const { id } = await findRecord(api, kind, typed)
  const record = await api.put<T>(`${kind.path}/${id}`, body)
  if (factory.flags.json) return factory.printJson(record)
  factory.say(`Changed the ${kind.one} ${record.name}.`)
}

export async function deleteRecord<T extends { id: string; name: string }>(
  factory: Factory,
  kind: Kind<T>,
  typed: string,
  isSure: boolean
): Promise<void> {
  const api = await factory.api()
  const record = await findRecord(api, kind, typed)
  const whole = `the ${kind.one} ${record.name}${kind.loses?.(record) ?? ''}`
  await factory.prompter.assertConfirmed(isSure, `Delete ${whole}?`)
  await api.delete(`${kind.path}/${record.id}`)
  if (factory.flags.json) return factory.printJson(record)
  factory.say(`Deleted ${whole}.`)
}
