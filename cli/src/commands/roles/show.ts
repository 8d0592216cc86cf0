import type { Permission } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { printDetails } from '../../output/details.js'
import { findRole } from './find.js'

/** Shows a role and its permissions with their descriptions. */
export async function showRole(factory: Factory, typed: string): Promise<void> {
  const api = await factory.api()
  const role = await findRole(api, typed)
  if (factory.flags.json) return factory.printJson(role)
  const permissions = await api.get<Permission[]>('/api/permissions')
  const described = new Map(permissions.map(({ name, description }) => [name, description]))
  printDetails(factory, [
    ['Name', role.name],
    ['Key', role.key],
    ['Description', role.description],
    ['Kind', role.isBuiltIn ? 'built in' : 'custom'],
    ['People', String(role.holders)],
    ['Id', role.id],
  ])
  factory.say('')
  await factory.printList(
    role.permissions,
    [
      { title: 'Permission', text: (name) => name, whole: true },
      {
        title: 'Allows',
        text: (name) => described.get(name) ?? 'no effect: its plugin is not installed',
      },
    ],
    'The role has no permissions.'
  )
}
