import {
  answerShape,
  anything,
  instant,
  namedShape,
  visibleName,
  openEnum,
} from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { capabilities, checkMethods, circuitStates, grantStates } from '../contracts/index.js'
import {
  emptyToNull,
  emptyToUnset,
  fromJsonText,
  httpUrl,
  messages,
  relativePath,
} from '../definitions/rules.js'

const name = () => vine.string().trim().minLength(1).maxLength(255).use(visibleName(undefined))
const description = () =>
  vine.string().trim().maxLength(5000).parse(emptyToNull).nullable().optional()
const kindName = () => vine.string().minLength(1).maxLength(50)

const baseUrl = () =>
  vine.string().trim().maxLength(2000).use(httpUrl()).parse(emptyToNull).nullable().optional()
const capabilityList = () =>
  vine.array(vine.enum(capabilities)).minLength(1).distinct().maxLength(10)
/** A configuration, which the schema of the connector or of the authentication type validates. */
const config = () => vine.record(anything()).parse(fromJsonText).nullable().optional()

const limits = () => ({
  maxConcurrent: vine.number().withoutDecimals().range([1, 100]).nullable().optional().meta({
    description: 'Concurrent calls in all processes together; null: no limit.',
  }),
  ratePerMinute: vine.number().withoutDecimals().range([1, 100_000]).nullable().optional().meta({
    description: 'Calls a minute in all processes together; null: no limit.',
  }),
  breakAfter: vine.number().withoutDecimals().range([0, 100]).optional().meta({
    description: 'Consecutive failures after which calls are paused; 0: never. Default: 5.',
  }),
})

export const createSystemBody = vine.create({
  ...limits(),
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

const changes = () => ({
  ...limits(),
  name: name().optional(),
  description: description(),
  systemType: kindName().optional(),
  baseUrl: baseUrl(),
  authType: kindName().optional(),
  authConfig: config(),
  config: config(),
  // The action validates an empty list. Older versions stored one, and a client may send it back.
  capabilities: vine.array(vine.enum(capabilities)).distinct().maxLength(10).optional(),
  isActive: vine.boolean({ strict: true }).optional(),
})

export const updateSystemBody = vine.create(changes())
updateSystemBody.messagesProvider = messages

const check = () => ({
  path: vine
    .string()
    .trim()
    .maxLength(2000)
    .use(relativePath())
    .parse(emptyToUnset)
    .optional()
    .meta({ description: 'A path below the base URL. Default: the base URL itself.' }),
  method: vine.enum(checkMethods).optional().meta({ description: 'Default: GET.' }),
})

export const testSystemBody = vine.create(check())
testSystemBody.messagesProvider = messages

export const testDraftBody = vine.create({
  ...changes(),
  ...check(),
  systemId: vine.string().maxLength(64).optional().meta({
    description:
      'A saved system to change. Omitted parts keep their stored values, including secrets.',
  }),
})
testDraftBody.messagesProvider = messages

export const connectionAnswer = answerShape('ConnectionTest', {
  success: vine.boolean({ strict: true }),
  reachable: vine
    .boolean({ strict: true })
    .nullable()
    .meta({ description: 'null: the system was not called, because there was no token for it.' }),
  trusted: vine.boolean({ strict: true }).nullable().meta({
    description:
      'Whether a trusted certificate or an accepted key proved the identity of the system; null if it was not checked.',
  }),
  authenticated: vine.boolean({ strict: true }).nullable().meta({
    description:
      'Whether the credentials were accepted; null if that is unknown, or if there are none.',
  }),
  statusCode: vine.number().withoutDecimals().nullable(),
  duration: vine.number().meta({ description: 'Milliseconds.' }),
  message: vine.string(),
  advice: vine.string().nullable().meta({ description: 'What to do next.' }),
  found: vine.object({ part: vine.string(), value: vine.string() }).nullable().meta({
    description:
      'A value that the system reported for a part of `config`, such as the fingerprint of its key. A person may accept and save it.',
  }),
  logId: vine.string().nullable().meta({ description: 'null for a draft, which writes no log.' }),
})

export const failingSystemsAnswer = vine.create(
  vine.array(
    namedShape('FailingSystem', {
      id: vine.string(),
      name: vine.string(),
      failed: vine.number().withoutDecimals().meta({
        description: 'Number of consecutive failed calls, including the last call; at most 50.',
      }),
      since: instant(),
      lastAt: instant(),
      logId: vine.string().meta({ description: 'The last failed call.' }),
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
  capabilities: vine.array(openEnum(capabilities)),
  isActive: vine.boolean({ strict: true }),
  maxConcurrent: vine.number().withoutDecimals().nullable(),
  ratePerMinute: vine.number().withoutDecimals().nullable(),
  breakAfter: vine.number().withoutDecimals(),
  isBound: vine.boolean({ strict: true }).meta({
    description: 'Whether the system gets only files of the folders it is bound to.',
  }),
  endpointCount: vine.number().withoutDecimals(),
  origin: vine
    .object({
      kind: openEnum(['openapi', 'template']),
      title: vine.string(),
      version: vine.string(),
      url: vine.string().optional().meta({
        description: 'Where the description was loaded from, without the query of the address.',
      }),
      templateId: vine.string().optional(),
    })
    .nullable()
    .meta({
      description: 'The description or template that the system was last created or updated from.',
    }),
  createdAt: instant(),
  updatedAt: instant(),
})

export const circuitBody = vine.create({
  state: vine.enum(['open', 'closed']).meta({
    description: 'open: calls are paused until a person resets them. closed: calls are made again.',
  }),
  reason: vine.string().trim().maxLength(500).parse(emptyToUnset).optional(),
})
circuitBody.messagesProvider = messages

const circuitParts = () => ({
  state: openEnum(circuitStates),
  byHand: vine.boolean({ strict: true }),
  reason: vine.string().nullable(),
  openedAt: instant().nullable(),
  until: instant().nullable().meta({ description: 'Time of the next call.' }),
})

export const circuitAnswer = answerShape('SystemCircuit', {
  systemId: vine.string(),
  ...circuitParts(),
})

export const healthQuery = vine.create({
  ids: vine
    .array(vine.string().maxLength(64))
    .maxLength(50)
    .parse((value) => (typeof value === 'string' ? value.split(',') : value))
    .optional()
    .meta({ description: 'The ids of up to 50 systems, separated by commas.' }),
})
healthQuery.messagesProvider = messages

const count = () => vine.number().withoutDecimals()

export const healthAnswer = vine.create(
  vine.array(
    namedShape('SystemHealth', {
      systemId: vine.string(),
      calls: count().meta({ description: 'In the last 24 hours, the newest 1,000 at most.' }),
      failed: count(),
      isCut: vine
        .boolean({ strict: true })
        .meta({ description: '1,000 calls were counted; there may be more.' }),
      p50: count().nullable().meta({ description: 'Milliseconds.' }),
      p95: count().nullable(),
      hours: vine.array(vine.object({ calls: count(), failed: count() })).meta({
        description: 'The oldest hour comes first; the last hour ends now.',
      }),
      lastFailure: vine
        .object({
          at: instant(),
          message: vine.string().nullable(),
          statusCode: count().nullable(),
          logId: vine.string(),
        })
        .nullable(),
      grant: openEnum(grantStates).nullable(),
      circuit: vine.object(circuitParts()),
    })
  )
)

export const authorizationAnswer = answerShape('SystemAuthorization', {
  url: vine
    .string()
    .meta({ description: 'Where the person grants access. Valid for ten minutes.' }),
  redirectUri: vine.string().meta({ description: 'Register this address at the provider.' }),
})

export const grantAnswer = answerShape('SystemGrant', {
  systemId: vine.string(),
  state: openEnum(grantStates),
  reason: vine.string().nullable(),
  grantedBy: vine.string().nullable(),
  grantedAt: instant().nullable(),
  expiresAt: instant()
    .nullable()
    .meta({ description: 'The next call after this time renews the token.' }),
  redirectUri: vine.string(),
})
