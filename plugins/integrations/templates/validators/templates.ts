import { anything, answerShape, instant, visibleName, openEnum } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import {
  capabilities,
  endpointMethods,
  endpointTriggers,
  endpointTypes,
} from '../../contracts/index.js'
import { chosenKeys, ofSystem, source } from '../../imports/validators/imports.js'
import { fieldMapping, path, requestSchema, responseSchema } from '../../validators/endpoints.js'
import { emptyToNull, httpUrl, messages } from '../../definitions/rules.js'
import { secretPlace } from '../../definitions/template.js'

const flag = () => vine.boolean({ strict: true })
const name = () => vine.string().trim().minLength(1).maxLength(255).use(visibleName(undefined))
const line = (most: number) =>
  vine.string().trim().maxLength(most).parse(emptyToNull).nullable().optional()
const address = () => vine.string().trim().maxLength(2000).use(httpUrl())
const plain = () => vine.string().trim().maxLength(2000).optional()

/** The credential parts that are not secret. */
const authConfig = () =>
  vine
    .object({
      authorizationUrl: address().optional(),
      tokenUrl: address().optional(),
      scope: plain(),
      audience: plain(),
      resource: plain(),
      clientAuthentication: plain(),
      headers: vine.record(vine.string().regex(secretPlace)).optional(),
    })
    .optional()

const endpoint = () =>
  vine.object({
    key: vine.string().minLength(1).maxLength(2200),
    group: vine.string().trim().maxLength(100).optional(),
    name: name(),
    method: vine.enum(endpointMethods),
    path: path(),
    endpointType: vine.enum(endpointTypes).optional(),
    triggers: vine.array(vine.enum(endpointTriggers)).distinct().optional(),
    requestSchema: requestSchema(),
    responseSchema: responseSchema(),
    fieldMapping: fieldMapping(),
  })

const definition = () =>
  vine.object({
    system: vine.object({
      baseUrl: address().nullable().optional(),
      authType: vine.string().minLength(1).maxLength(50),
      authConfig: authConfig(),
      capabilities: vine.array(vine.enum(capabilities)).minLength(1).distinct().optional(),
    }),
    hints: vine.array(vine.string().trim().minLength(1).maxLength(500)).maxLength(20).optional(),
    endpoints: vine.array(endpoint()).minLength(1).maxLength(1000),
  })

const about = () => ({
  description: line(5000),
  category: line(50),
  isActive: flag().optional(),
})

/** The alternative sources of a template. */
const made = () => ({
  contractDefinition: definition().optional(),
  fromSystemId: vine.string().maxLength(36).optional(),
  ...source(),
  keys: chosenKeys(),
})

export const createTemplateBody = vine.create({
  name: name(),
  ...about(),
  systemType: vine.string().minLength(1).maxLength(50).optional(),
  isGlobal: flag().optional(),
  version: vine
    .string()
    .regex(/^\d{1,6}\.\d{1,6}$/)
    .optional(),
  ...made(),
})
createTemplateBody.messagesProvider = messages

export const updateTemplateBody = vine.create({
  name: name().optional(),
  ...about(),
  ...made(),
})
updateTemplateBody.messagesProvider = messages

export const applyTemplateBody = vine.create({
  ...ofSystem(),
  version: vine.string().maxLength(20).optional(),
  keys: chosenKeys(),
})
applyTemplateBody.messagesProvider = messages

export const templateQuery = vine.create({ version: vine.string().maxLength(20).optional() })

const count = () => vine.number().withoutDecimals()
const objects = () => vine.record(anything())

export const templateAnswer = answerShape('ContractTemplate', {
  id: vine.string(),
  tenantId: vine
    .string()
    .nullable()
    .meta({ description: 'null: a template of the operator, for everyone.' }),
  name: vine.string(),
  description: vine.string().nullable(),
  category: vine.string().nullable(),
  systemType: vine.string(),
  isGlobal: flag(),
  isShipped: flag().meta({
    description: 'Whether the template ships with Crossdock and cannot be changed.',
  }),
  version: vine.string(),
  versions: vine.array(vine.string()).optional().meta({
    description: 'The readable versions, newest first. Only for a single template.',
  }),
  isActive: flag(),
  endpointCount: count(),
  contractDefinition: vine
    .object({
      system: vine.object({
        baseUrl: vine.string().nullable(),
        authType: vine.string(),
        authConfig: objects(),
        capabilities: vine.array(openEnum(capabilities)),
      }),
      hints: vine.array(vine.string()),
      endpoints: vine.array(
        vine.object({
          key: vine.string(),
          group: vine.string(),
          name: vine.string(),
          method: openEnum(endpointMethods),
          path: vine.string(),
          endpointType: openEnum(endpointTypes).optional(),
          triggers: vine.array(openEnum(endpointTriggers)).optional(),
          requestSchema: objects(),
          responseSchema: objects(),
          fieldMapping: objects().optional(),
        })
      ),
    })
    .optional()
    .meta({ description: 'Only for a single template.' }),
  createdAt: instant().nullable(),
  updatedAt: instant().nullable(),
})
