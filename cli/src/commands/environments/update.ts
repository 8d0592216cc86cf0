import type { ManagedEnvironment } from '@crossdock/client'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { changesOf, type ChangeOptions } from './changes.js'
import { findEnvironment, managed } from './find.js'

/** Changes the named fields only. Refused after a concurrent change. */
export async function updateEnvironment(
  factory: Factory,
  typed: string,
  options: ChangeOptions
): Promise<void> {
  const json = await changesOf(factory, options)
  if (Object.keys(json).length === 0) {
    throw new UsageError('There is nothing to change.', 'Give --set or --input.')
  }
  const api = await factory.apiWithoutEnvironment()
  const path = `${managed}/${(await findEnvironment(api, typed)).id}`
  const etag = (await api.send('GET', path)).headers.get('etag')
  const answer = await api.send('PUT', path, { json, headers: etag ? { 'if-match': etag } : {} })
  const changed = (await answer.json()) as ManagedEnvironment
  if (factory.flags.json) return factory.printJson(changed)
  factory.say(`Changed the environment ${changed.displayName} (${changed.name}).`)
}
