import type { Permission } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { printDetails } from '../../output/details.js'
import { findRole } from './find.js'

/** What a role is, and every permission it holds with what it allows. */
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
    ['Kind', role.isBuiltIn ? 'built in' : 'own'],
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
        text: (name) => described.get(name) ?? 'nothing: its plugin is not installed',
      },
    ],
    'It holds no permission.'
  )
}
