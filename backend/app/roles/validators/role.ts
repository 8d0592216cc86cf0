import { answerShape, instant, namedShape, plainName } from '@crossdock/kernel/http'
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
  id: vine.string().meta({ description: 'The key for a built-in one.' }),
  key: vine.string().meta({ description: 'What people hold it by: `role` of a user.' }),
  name: vine.string(),
  description: vine.string().nullable(),
  isBuiltIn: vine.boolean({ strict: true }),
  permissions: vine.array(vine.string()),
  unknownPermissions: vine.array(vine.string()).meta({
    description: 'Those of them that no installed plugin declares: they give nothing.',
  }),
  holders: vine.number().withoutDecimals().meta({ description: 'How many people hold it.' }),
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
