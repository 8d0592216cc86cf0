import { answerShape, instant, word } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { authTypes, capabilities } from '../contracts/index.js'
import { emptyToNull, fromJsonText, httpHeaders, httpUrl, messages } from './rules.js'
import { knownSystemType } from './system_type.js'

const name = () => vine.string().trim().minLength(1).maxLength(255)
const description = () =>
  vine.string().trim().maxLength(5000).parse(emptyToNull).nullable().optional()
const systemType = () => vine.string().use(knownSystemType())

const baseUrl = () =>
  vine.string().trim().maxLength(2000).use(httpUrl()).parse(emptyToNull).nullable().optional()
const capabilityList = () => vine.array(vine.enum(capabilities)).distinct().maxLength(10)
const secret = () => vine.string().maxLength(16_384).nullable().optional()

const authConfig = () =>
  vine
    .object({
      apiKey: secret(),
      clientId: vine.string().maxLength(1000).nullable().optional(),
      clientSecret: secret(),
      accessToken: secret(),
      username: vine.string().maxLength(1000).nullable().optional(),
      password: secret(),
      tokenUrl: baseUrl(),
      scope: vine.string().maxLength(2000).nullable().optional(),
      headers: vine
        .record(vine.string().maxLength(16_384))
        .use(httpHeaders())
        .parse(fromJsonText)
        .nullable()
        .optional(),
    })
    .parse(fromJsonText)
    .nullable()
    .optional()

export const createSystemBody = vine.create({
  name: name(),
  description: description(),
  systemType: systemType(),
  baseUrl: baseUrl(),
  authType: vine.enum(authTypes),
  authConfig: authConfig(),
  capabilities: capabilityList(),
  isActive: vine.boolean({ strict: true }).optional(),
})
createSystemBody.messagesProvider = messages

export const updateSystemBody = vine.create({
  name: name().optional(),
  description: description(),
  systemType: systemType().optional(),
  baseUrl: baseUrl(),
  authType: vine.enum(authTypes).optional(),
  authConfig: authConfig(),
  capabilities: capabilityList().optional(),
  isActive: vine.boolean({ strict: true }).optional(),
})
updateSystemBody.messagesProvider = messages

const shownSecret = () => vine.string().nullable()

export const systemAnswer = answerShape('ExternalSystem', {
  id: vine.string(),
  tenantId: vine.string(),
  name: vine.string(),
  description: vine.string().nullable(),
  systemType: vine.string(),
  baseUrl: vine.string().nullable(),
  authType: word(authTypes),
  authConfig: vine.object({
    apiKey: shownSecret(),
    clientId: vine.string().nullable(),
    clientSecret: shownSecret(),
    accessToken: shownSecret(),
    username: vine.string().nullable(),
    password: shownSecret(),
    tokenUrl: vine.string().nullable(),
    scope: vine.string().nullable(),
    headers: vine.record(vine.string()),
  }),
  capabilities: vine.array(word(capabilities)),
  isActive: vine.boolean({ strict: true }),
  endpointCount: vine.number().withoutDecimals(),
  createdAt: instant(),
  updatedAt: instant(),
})
