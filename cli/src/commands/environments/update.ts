import type { ManagedEnvironment } from '@crossdock/client'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { changesOf, type ChangeOptions } from './changes.js'
import { findEnvironment, managed } from './find.js'

/** Changes what is named and leaves the rest; refused when somebody else has changed it meanwhile. */
export async function updateEnvironment(
  factory: Factory,
  typed: string,
  options: ChangeOptions
): Promise<void> {
  const json = await changesOf(factory, options)
  if (Object.keys(json).length === 0) {
    throw new UsageError('There is nothing to change.', 'Give --set or --input.')
  }
  const api = await factory.apiOutside()
  const path = `${managed}/${(await findEnvironment(api, typed)).id}`
  const etag = (await api.send('GET', path)).headers.get('etag')
  const answer = await api.send('PUT', path, { json, headers: etag ? { 'if-match': etag } : {} })
  const changed = (await answer.json()) as ManagedEnvironment
  if (factory.flags.json) return factory.printJson(changed)
  factory.say(`Changed the environment ${changed.displayName} (${changed.name}).`)
}
