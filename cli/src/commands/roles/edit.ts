import type { Role } from '@crossdock/client'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { findRole } from './find.js'

export interface EditRoleOptions {
  name?: string
  description?: string
  add?: string[]
  remove?: string[]
}

/** Changes the named fields only. Refused after a concurrent change. */
export async function editRole(
  factory: Factory,
  typed: string,
  { name, description, add = [], remove = [] }: EditRoleOptions
): Promise<void> {
  const isEmpty = name === undefined && description === undefined
  if (isEmpty && add.length + remove.length === 0) {
    throw new UsageError(
      'There is nothing to change.',
      'Give --name, --description, --add or --remove.'
    )
  }
  const api = await factory.api()
  const path = `/api/roles/${(await findRole(api, typed)).id}`
  const read = await api.send('GET', path)
  const before = (await read.json()) as Role
  const lacking = remove.find((one) => !before.permissions.includes(one))
  if (lacking !== undefined) {
    throw new UsageError(`The role ${before.name} does not have ${lacking}.`)
  }
  const permissions = [...before.permissions, ...add].filter((one) => !remove.includes(one))
  const etag = read.headers.get('etag')
  const answer = await api.send('PUT', path, {
    json: {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description: description || null }),
      ...(add.length + remove.length > 0 ? { permissions: [...new Set(permissions)] } : {}),
    },
    headers: etag ? { 'if-match': etag } : {},
  })
  const role = (await answer.json()) as Role
  if (factory.flags.json) return factory.printJson(role)
  factory.say(`Changed the role ${role.name}.`)
}
