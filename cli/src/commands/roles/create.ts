import type { Role } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { findRole } from './find.js'

export interface CreateRoleOptions {
  name?: string
  description?: string
  permission?: string[]
  from?: string
}

export async function createRole(factory: Factory, options: CreateRoleOptions): Promise<void> {
  const name = await factory.prompter.valueOrAsk(options.name, {
    message: 'Name of the role',
    flag: '--name',
    validate: (value) => value !== '' || 'A name is required',
  })
  const api = await factory.api()
  const from = options.from === undefined ? undefined : await findRole(api, options.from)
  // Permissions declared by a removed plugin cannot be granted.
  const copied = from?.permissions.filter((one) => !from.unknownPermissions.includes(one)) ?? []
  const permissions = [...new Set([...copied, ...(options.permission ?? [])])]
  const role = await api.post<Role>('/api/roles', {
    name,
    permissions,
    description: options.description ?? from?.description ?? null,
  })
  if (factory.flags.json) return factory.printJson(role)
  factory.say(`Created the role ${role.name}, key ${role.key}.`)
}
