import { roles } from '@crossdock/backend/access'
import { builtInRoles, type BuiltInRole } from '@crossdock/backend/users'
import { answerOf, type Reader, type Row } from '@crossdock/kernel/http'
import { builtInWords } from '../built_in.js'
import type { Role } from '../models/role.js'
import { isDeclared } from '../queries/permissions.js'
import { roleAnswer } from '../validators/role.js'

type HoldersOf = (key: string) => number

/** A role of the tenant's own. */
export const showOwn = (role: Row<Role>, holdersOf: HoldersOf) =>
  answerOf(roleAnswer, role, {
    isBuiltIn: false,
    permissions: [...role.permissions].sort(),
    unknownPermissions: role.permissions.filter((name) => !isDeclared(name)).sort(),
    holders: holdersOf(role.key),
  })

/** A role every tenant has, in the reader's language. */
export async function showBuiltIn(key: BuiltInRole, reader: Reader, holdersOf: HoldersOf) {
  const { name, description } = builtInWords[key]
  const permissions = await roles.use().permissionsOf({ tenantId: null, role: key })
  return {
    ...{ id: key, key, name: reader.say(name), description: reader.say(description) },
    isBuiltIn: true,
    permissions: [...permissions].sort(),
    unknownPermissions: [],
    holders: holdersOf(key),
    ...{ createdAt: null, updatedAt: null },
  }
}

/** All built-in ones, from the one that may most. */
export const showAllBuiltIn = (reader: Reader, holdersOf: HoldersOf) =>
  Promise.all(builtInRoles.map((key) => showBuiltIn(key, reader, holdersOf)))
