import type { FolderBinding } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { pick } from '../../find.js'
import { pathOf } from './find.js'

/** Deletes a binding, and reports when the system now gets all files. */
export async function removeBinding(
  factory: Factory,
  typed: string,
  isSure: boolean
): Promise<void> {
  const api = await factory.api()
  const bindings = await api.all<FolderBinding>('/api/folder-bindings', {})
  const binding = pick(bindings, typed, {
    one: 'folder binding',
    list: 'crossdock folder-bindings list',
    ids: ({ id }) => [id],
    about: (one) => `${one.systemName}, ${pathOf(one)}`,
  })
  const { systemId, systemName } = binding
  const isLast = bindings.filter((one) => one.systemId === systemId).length === 1
  const what = `the binding of ${systemName} to ${pathOf(binding)}`
  const after = isLast ? ` It is the last one: ${systemName} will get all files.` : ''
  await factory.prompter.assertConfirmed(isSure, `Delete ${what}?${after}`)
  await api.delete(`/api/folder-bindings/${binding.id}`)
  if (factory.flags.json) return factory.printJson(binding)
  factory.say(`Deleted ${what}.${isLast ? ` ${systemName} now gets all files.` : ''}`)
}
