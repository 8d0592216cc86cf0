import { answerShape, anything, instant, namedShape, word } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { capabilities } from '../contracts/index.js'
import { emptyToNull, fromJsonText, httpUrl, messages } from './rules.js'

const name = () => vine.string().trim().minLength(1).maxLength(255)
const description = () =>
  vine.string().trim().maxLength(5000).parse(emptyToNull).nullable().optional()
const kindName = () => vine.string().minLength(1).maxLength(50)

const baseUrl = () =>
  vine.string().trim().maxLength(2000).use(httpUrl()).parse(emptyToNull).nullable().optional()
const capabilityList = () => vine.array(vine.enum(capabilities)).distinct().maxLength(10)
/** Checked by the schema of the connector, or of the way of authentication. */
const config = () => vine.record(anything()).parse(fromJsonText).nullable().optional()

export const createSystemBody = vine.create({
  name: name(),
  description: description(),
  systemType: kindName(),
  baseUrl: baseUrl(),
  authType: kindName(),
  authConfig: config(),
  config: config(),
  capabilities: capabilityList(),
  isActive: vine.boolean({ strict: true }).optional(),
})
createSystemBody.messagesProvider = messages

export const updateSystemBody = vine.create({
  name: name().optional(),
  description: description(),
  systemType: kindName().optional(),
  baseUrl: baseUrl(),
  authType: kindName().optional(),
  authConfig: config(),
  config: config(),
  capabilities: capabilityList().optional(),
  isActive: vine.boolean({ strict: true }).optional(),
})
updateSystemBody.messagesProvider = messages

export const failingSystemsAnswer = vine.create(
  vine.array(
    namedShape('FailingSystem', {
      id: vine.string(),
      name: vine.string(),
      failed: vine.number().withoutDecimals().meta({
        description: 'Calls that failed one after another, up to the last; at most 50.',
      }),
      since: instant(),
      lastAt: instant(),
      logId: vine.string().meta({ description: 'The last of them.' }),
      statusCode: vine.number().withoutDecimals().nullable(),
      errorMessage: vine.string().nullable(),
    })
  )
)

export const systemAnswer = answerShape('ExternalSystem', {
  id: vine.string(),
  tenantId: vine.string(),
  name: vine.string(),
  description: vine.string().nullable(),
  systemType: vine.string(),
  baseUrl: vine.string().nullable(),
  authType: vine.string(),
  authConfig: vine.record(anything()),
  config: vine.record(anything()),
  capabilities: vine.array(word(capabilities)),
  isActive: vine.boolean({ strict: true }),
  isBound: vine.boolean({ strict: true }).meta({
    description: 'Whether it gets only files of the folders it is bound to.',
  }),
  endpointCount: vine.number().withoutDecimals(),
  createdAt: instant(),
  updatedAt: instant(),
})
