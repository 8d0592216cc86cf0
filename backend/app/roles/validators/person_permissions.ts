import { answerShape, namedShape } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

const role = () => ({
  key: vine.string(),
  name: vine.string(),
  isBuiltIn: vine.boolean({ strict: true }),
})

export const personPermissionsAnswer = answerShape('PersonPermissions', {
  userId: vine.string(),
  label: vine.string().meta({ description: 'Full name, else the address.' }),
  email: vine.string(),
  role: vine
    .object(role())
    .nullable()
    .meta({ description: 'null: their role does not exist (any more).' }),
  isSuperAdmin: vine.boolean({ strict: true }),
  mayEnter: vine
    .boolean({ strict: true })
    .meta({ description: 'false: the person cannot sign in and has no permissions.' }),
  permissions: vine.array(
    namedShape('PersonPermission', {
      name: vine.string(),
      description: vine.string(),
      domain: vine.string(),
      isHeld: vine.boolean({ strict: true }),
      reason: vine.string().meta({ description: 'Why the person holds it or not.' }),
      givenBy: vine
        .array(namedShape('RoleName', role()))
        .meta({ description: 'All roles that have it.' }),
    })
  ),
})
