import type { Role } from '@crossdock/client'
import type { Factory } from '../../factory.js'

export async function listRoles(factory: Factory): Promise<void> {
  const api = await factory.api()
  const roles = await api.all<Role>('/api/roles', { sort: ['name', 'ASC'] })
  await factory.printList(
    roles,
    [
      { title: 'Name', text: (role) => role.name },
      { title: 'Key', text: (role) => role.key },
      { title: 'Kind', text: (role) => (role.isBuiltIn ? 'built in' : 'custom') },
      { title: 'People', text: (role) => String(role.holders), align: 'right' },
      { title: 'Permissions', text: (role) => String(role.permissions.length), align: 'right' },
      { title: 'Description', text: (role) => role.description ?? '' },
      { title: 'Id', text: (role) => role.id, onlyPiped: true },
    ],
    'No roles.'
  )
}
