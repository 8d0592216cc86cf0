import { anything, answerShape, namedShape, openEnum } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { emptyToNull, fromJsonText, httpUrl, messages } from '../../definitions/rules.js'
import { findingLevels } from '../../definitions/plan.js'
import { mostOperations } from '../reading/operations.js'

const address = () => vine.string().trim().maxLength(2000).use(httpUrl())
const key = () => vine.string().maxLength(2200)

/** The source of a description, and the choices that are made before it is read. */
export const source = () => ({
  document: vine.string().optional(),
  url: address().optional(),
  server: vine.string().maxLength(2000).optional(),
  bodyTypes: vine.record(vine.string().maxLength(200)).optional(),
})

export const chosenKeys = () => vine.array(key()).maxLength(mostOperations).optional()

/** Properties of a system created from a plan. */
export const ofSystem = () => ({
  name: vine.string().trim().minLength(1).maxLength(255).optional(),
  baseUrl: address().parse(emptyToNull).nullable().optional(),
  authType: vine.string().minLength(1).maxLength(50).optional(),
  authConfig: vine.record(anything()).parse(fromJsonText).nullable().optional(),
})

export const importBody = vine.create({
  ...source(),
  dryRun: vine.boolean({ strict: true }).optional(),
  systemId: vine.string().maxLength(36).optional(),
  confirm: vine.boolean({ strict: true }).optional().meta({
    description:
      'Accepts that workflows may fail, because they call endpoints that are deleted or require more parameters.',
  }),
  keys: chosenKeys(),
  ...ofSystem(),
})
importBody.messagesProvider = messages

const count = () => vine.number().withoutDecimals()
const flag = () => vine.boolean({ strict: true })

const findings = () =>
  vine.array(
    namedShape('ImportFinding', {
      level: openEnum(findingLevels),
      code: vine.string(),
      message: vine.string(),
    })
  )

const plan = () =>
  vine
    .object({
      title: vine.string(),
      version: vine.string(),
      format: vine.string(),
      system: vine.object({
        name: vine.string(),
        description: vine.string().nullable(),
        baseUrl: vine.string().nullable(),
        authType: vine.string(),
        authConfig: vine.record(anything()),
      }),
      servers: vine.array(vine.string()),
      operations: vine.array(
        namedShape('ImportOperation', {
          key: vine.string(),
          group: vine.string(),
          name: vine.string(),
          method: vine.string(),
          path: vine.string(),
          canImport: flag(),
          requestSchema: vine.record(anything()),
          responseSchema: vine.record(anything()),
          parameters: vine.array(
            vine.object({ name: vine.string(), in: vine.string(), required: flag() })
          ),
          bodyTypes: vine.array(vine.string()),
          findings: findings(),
        })
      ),
      findings: findings(),
      room: count()
        .nullable()
        .meta({ description: 'How many more endpoints the environment may have.' }),
    })
    .nullable()
    .meta({ title: 'ImportPlan', description: 'Result of a dry run.' })

const changes = () =>
  vine.array(
    namedShape('ImportChange', {
      key: vine.string(),
      endpointId: vine.string(),
      name: vine.string(),
      what: vine.array(vine.string()),
      isEdited: flag().meta({
        description: 'Whether a person has changed the endpoint since it was imported.',
      }),
      newRequired: vine.array(vine.string()),
      breaks: flag(),
      usedBy: vine.array(vine.object({ workflow: vine.string(), step: vine.string() })),
    })
  )

export const importAnswer = answerShape('Import', {
  dryRun: flag(),
  plan: plan(),
  changes: vine
    .object({
      added: vine.array(vine.string()),
      changed: changes(),
      removed: changes(),
      unchanged: count(),
    })
    .nullable()
    .meta({ title: 'ImportComparison', description: 'Result for an existing system.' }),
  result: vine
    .object({
      systemId: vine.string(),
      systemName: vine.string(),
      created: count(),
      updated: count(),
      deleted: count(),
    })
    .nullable()
    .meta({ description: 'The changes that were made; null after a dry run.' }),
})
