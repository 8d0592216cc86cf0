import { answerShape, instant, namedShape } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { variableName } from '../../contracts/index.js'

/** Maximum length of a value, in bytes. */
const longest = 8 * 1024

/** Line breaks and tabs are allowed; other control characters are not. */
// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

const plainValue = vine.createRule((value, _options, field) => {
  if (typeof value !== 'string') return
  if (Buffer.byteLength(value) > longest) {
    const kib = longest / 1024
    field.report('The {{ field }} must not be longer than {{ kib }} KiB.', 'maxBytes', field, {
      kib,
    })
  } else if (control.test(value)) {
    field.report(
      'The {{ field }} contains a control character. Only line breaks and tabs are allowed.',
      'control',
      field
    )
  }
})

const name = () =>
  vine
    .string()
    .regex(variableName)
    .meta({ pattern: variableName.source, examples: ['PAYMENT_HOST'] })
const value = () => vine.string().use(plainValue())
const description = () => vine.string().trim().maxLength(1000).nullable().optional()

export const createVariableBody = vine.create({
  name: name(),
  value: value(),
  isSecret: vine.boolean({ strict: true }).optional(),
  description: description(),
})

export const updateVariableBody = vine.create({
  name: name().optional(),
  value: value().nullable().optional(),
  isSecret: vine.boolean({ strict: true }).optional(),
  description: description(),
})

export const variableAnswer = answerShape('EnvironmentVariable', {
  id: vine.string(),
  tenantId: vine.string(),
  environmentId: vine.string(),
  name: vine.string(),
  value: vine.string().nullable().meta({ description: 'null of a secret.' }),
  isSecret: vine.boolean({ strict: true }),
  description: vine.string().nullable(),
  useCount: vine.number().withoutDecimals(),
  usedBy: vine
    .array(
      namedShape('VariableUse', {
        type: vine.string().meta({ examples: ['system', 'endpoint', 'workflow', 'variable'] }),
        id: vine.string(),
        name: vine.string(),
      })
    )
    .meta({ description: 'At most 20 of its uses, among those that you may see.' }),
  createdAt: instant(),
  updatedAt: instant(),
  updatedBy: vine.string().nullable(),
})
