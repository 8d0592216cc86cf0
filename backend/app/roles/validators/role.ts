import { answerShape, instant, namedShape, plainName } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

const name = () =>
  vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(100)
    .use(plainName({ dotted: true }))
const description = () => vine.string().trim().maxLength(500).nullable().optional()
const permissions = () => vine.array(vine.string().minLength(1).maxLength(100)).maxLength(500)

export const createRoleBody = vine.create({
  name: name(),
  description: description(),
  permissions: permissions().optional(),
})

export const updateRoleBody = vine.create({
  name: name().optional(),
  description: description(),
  permissions: permissions().optional(),
})

export const deleteRoleQuery = vine.create({
  replacement: vine.string().minLength(1).maxLength(50).optional(),
})

export const roleAnswer = answerShape('Role', {
  id: vine.string().meta({ description: 'The key for a built-in role.' }),
  key: vine.string().meta({ description: 'Value of `role` of a user.' }),
  name: vine.string(),
  description: vine.string().nullable(),
  isBuiltIn: vine.boolean({ strict: true }),
  permissions: vine.array(vine.string()),
  unknownPermissions: vine.array(vine.string()).meta({
    description: 'Permissions that no installed plugin declares. They have no effect.',
  }),
  holders: vine
    .number()
    .withoutDecimals()
    .meta({ description: 'Number of people with this role.' }),
  createdAt: instant().nullable(),
  updatedAt: instant().nullable(),
})

export const permissionsAnswer = vine.create(
  vine.array(
    namedShape('Permission', {
      name: vine.string(),
      description: vine.string(),
      domain: vine.string().meta({ description: 'The domain or plugin that declares it.' }),
      roles: vine.array(vine.string()).meta({ description: 'Built-in roles that hold it.' }),
    })
  )
)
