import { roles } from '@crossdock/backend/access'
import { builtInRoles, type BuiltInRole } from '@crossdock/backend/users'
import { answerOf } from '@crossdock/kernel/shapes'
import type { Reader } from '@crossdock/kernel/http'
import type { Row } from '@crossdock/kernel/lists'
import { builtInWords } from '../built_in.js'
import { isDeclared } from '../declared.js'
import type { Role } from '../models/role.js'
import { roleAnswer } from '../validators/role.js'

type HoldersOf = (key: string) => number

/** A custom role of the tenant. */
export const showOwn = (role: Row<Role>, holdersOf: HoldersOf) =>
  answerOf(roleAnswer, role, {
    isBuiltIn: false,
    permissions: [...role.permissions].sort(),
    unknownPermissions: role.permissions.filter((name) => !isDeclared(name)).sort(),
    holders: holdersOf(role.key),
  })

/** A built-in role, in the reader's language. */
export async function showBuiltIn(key: BuiltInRole, reader: Reader, holdersOf: HoldersOf) {
  const { name, description } = builtInWords[key]
  const permissions = await roles.use().permissionsOf({ tenantId: null, role: key })
  return {
    id: key,
    key,
    name: reader.say(name),
    description: reader.say(description),
    isBuiltIn: true,
    permissions: [...permissions].sort(),
    unknownPermissions: [],
    holders: holdersOf(key),
    createdAt: null,
    updatedAt: null,
  }
}

/** All built-in roles, starting with the one that has most permissions. */
export const showAllBuiltIn = (reader: Reader, holdersOf: HoldersOf) =>
  Promise.all(builtInRoles.map((key) => showBuiltIn(key, reader, holdersOf)))
