import {
  answerShape,
  anything,
  instant,
  namedShape,
  visibleName,
  openEnum,
} from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import {
  endpointMethods,
  endpointTriggers,
  endpointTypes,
  sendFileModes,
} from '../contracts/index.js'
import {
  fieldPaths,
  fromJsonText,
  httpHeaders,
  messages,
  relativePath,
} from '../definitions/rules.js'

const name = () => vine.string().trim().minLength(1).maxLength(255).use(visibleName(undefined))
export const path = () => vine.string().trim().maxLength(2000).use(relativePath())
const triggers = () => vine.array(vine.enum(endpointTriggers)).distinct()
/** Names the source field of each target field. */
export const fieldMap = () =>
  vine
    .record(vine.string().minLength(1).maxLength(500))
    .use(fieldPaths())
    .parse(fromJsonText)
    .optional()

export const requestSchema = () =>
  vine
    .object({
      headers: vine
        .record(vine.string().maxLength(16_384))
        .use(httpHeaders())
        .parse(fromJsonText)
        .optional(),
      queryParams: vine.record(vine.any()).parse(fromJsonText).optional(),
      body: vine.any().optional(),
    })
    .parse(fromJsonText)
    .optional()

export const responseSchema = () =>
  vine
    .object({
      expectedStatus: vine
        .array(vine.number().withoutDecimals().range([100, 599]))
        .maxLength(50)
        .optional(),
      body: vine.any().optional(),
    })
    .parse(fromJsonText)
    .optional()

export const fieldMapping = () =>
  vine
    .object({ fileMetadata: fieldMap(), userMetadata: fieldMap(), systemFields: fieldMap() })
    .parse(fromJsonText)
    .optional()

export const createEndpointBody = vine.create({
  name: name(),
  path: path(),
  method: vine.enum(endpointMethods),
  endpointType: vine.enum(endpointTypes),
  triggers: triggers(),
  requestSchema: requestSchema(),
  responseSchema: responseSchema(),
  fieldMapping: fieldMapping(),
  isActive: vine.boolean({ strict: true }).optional(),
})
createEndpointBody.messagesProvider = messages

export const updateEndpointBody = vine.create({
  name: name().optional(),
  path: path().optional(),
  method: vine.enum(endpointMethods).optional(),
  endpointType: vine.enum(endpointTypes).optional(),
  triggers: triggers().optional(),
  requestSchema: requestSchema(),
  responseSchema: responseSchema(),
  fieldMapping: fieldMapping(),
  isActive: vine.boolean({ strict: true }).optional(),
})
updateEndpointBody.messagesProvider = messages

/** The input of a test; all fields are optional. */
const trial = () => ({
  params: vine.record(vine.any().nullable()).optional(),
  assetId: vine.string().maxLength(36).optional(),
  sendFile: vine.enum(sendFileModes).optional(),
})

export const testEndpointBody = vine.create(trial())
testEndpointBody.messagesProvider = messages

/** An endpoint from a form, saved or not. */
export const previewEndpointBody = vine.create({
  systemId: vine.string().maxLength(36),
  name: name().optional(),
  path: path(),
  method: vine.enum(endpointMethods),
  requestSchema: requestSchema(),
  responseSchema: responseSchema(),
  fieldMapping: fieldMapping(),
  ...trial(),
})
previewEndpointBody.messagesProvider = messages

const texts = () => vine.record(vine.string()).optional()

export const endpointAnswer = answerShape('ApiEndpoint', {
  id: vine.string(),
  tenantId: vine.string(),
  systemId: vine.string(),
  name: vine.string(),
  path: vine.string(),
  method: openEnum(endpointMethods),
  endpointType: openEnum(endpointTypes),
  triggers: vine.array(openEnum(endpointTriggers)),
  requestSchema: vine.object({
    headers: texts(),
    queryParams: vine.record(anything()).optional(),
    body: anything().optional(),
  }),
  responseSchema: vine.object({
    expectedStatus: vine.array(vine.number().withoutDecimals()).optional(),
    body: anything().optional(),
  }),
  fieldMapping: vine.object({
    fileMetadata: texts(),
    userMetadata: texts(),
    systemFields: texts(),
  }),
  isActive: vine.boolean({ strict: true }),
  webhookUrl: vine.string().nullable().meta({
    description: 'The address that other systems call; only for inbound endpoints.',
  }),
  createdAt: instant(),
  updatedAt: instant(),
})

const warnings = () =>
  vine.array(namedShape('MappingWarning', { field: vine.string(), message: vine.string() }))

export const previewAnswer = answerShape('EndpointPreview', {
  request: vine.record(anything()).nullable(),
  problem: vine.string().nullable(),
  sources: vine.array(
    namedShape('MappingSource', {
      map: openEnum(['fileMetadata', 'userMetadata', 'systemFields']),
      source: vine.string(),
      value: anything(),
    })
  ),
  warnings: warnings(),
})

export const testAnswer = answerShape('EndpointTest', {
  success: vine.boolean({ strict: true }),
  statusCode: vine.number().withoutDecimals().nullable(),
  duration: vine.number(),
  message: vine.string(),
  requestData: vine.record(anything()),
  responseData: vine.record(anything()).nullable(),
  warnings: warnings(),
})
