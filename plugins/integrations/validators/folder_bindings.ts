import { answerShape, instant, openEnum } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { bindingPermissions } from '../contracts/index.js'
import { fieldMap } from './endpoints.js'
import { messages } from '../definitions/rules.js'

const id = () => vine.string().trim().minLength(1).maxLength(36)

const permissions = () => vine.array(vine.enum(bindingPermissions)).minLength(1).distinct()

const patterns = () =>
  vine.array(vine.string().trim().minLength(1).maxLength(200)).maxLength(50).distinct().optional()

const visibilityRules = () =>
  vine
    .object({
      include: patterns(),
      exclude: patterns(),
      mimeTypes: patterns(),
      maxSize: vine
        .number({ strict: true })
        .withoutDecimals()
        .range([0, Number.MAX_SAFE_INTEGER])
        .optional(),
    })
    .optional()

const transformationConfig = () => vine.object({ fileMetadata: fieldMap() }).optional()

const rest = () => ({
  visibilityRules: visibilityRules(),
  transformationConfig: transformationConfig(),
  isActive: vine.boolean({ strict: true }).optional(),
})

export const createBindingBody = vine.create({
  systemId: id(),
  assetId: id(),
  permissions: permissions(),
  ...rest(),
})
createBindingBody.messagesProvider = messages

export const updateBindingBody = vine.create({
  systemId: id().optional(),
  assetId: id().optional(),
  permissions: permissions().optional(),
  ...rest(),
})
updateBindingBody.messagesProvider = messages

const texts = () => vine.array(vine.string()).optional()

export const bindingAnswer = answerShape('FolderBinding', {
  id: vine.string(),
  tenantId: vine.string(),
  systemId: vine.string(),
  systemName: vine.string(),
  assetId: vine.string().meta({ description: 'The folder.' }),
  assetPath: vine.string().nullable().meta({
    description: 'null if the caller may not read files (assets.read).',
  }),
  permissions: vine.array(openEnum(bindingPermissions)),
  visibilityRules: vine.object({
    include: texts(),
    exclude: texts(),
    mimeTypes: texts(),
    maxSize: vine.number().withoutDecimals().optional(),
  }),
  transformationConfig: vine.object({ fileMetadata: vine.record(vine.string()).optional() }),
  isActive: vine.boolean({ strict: true }),
  createdAt: instant(),
  updatedAt: instant(),
})
