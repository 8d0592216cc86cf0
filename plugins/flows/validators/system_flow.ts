import { answerShape, instant, namedShape, visibleName } from '@crossdock/kernel/shapes'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { ruleShape } from '../definition/event_conditions.js'
import {
  shapeMessages,
  mostSteps,
  shownStepShape,
  stepMessages,
  stepShape,
} from '../definition/step_shape.js'
import { baseVersion } from './workflow.js'

const ofFlow = Object.entries(stepMessages).map(([name, text]) => [`flowS${name.slice(1)}`, text])

const messages = new SimpleMessagesProvider({
  'name.required': 'Give the flow a name.',
  'name.minLength': 'Give the flow a name.',
  'name.maxLength': 'The name of a flow may have at most {{ max }} characters.',
  'triggerSystemId.required': 'Choose the system whose events start the flow.',
  'triggerEventType.required': 'Choose the event that starts the flow.',
  ...(Object.fromEntries(ofFlow) as Record<string, string>),
  ...shapeMessages,
})

const name = () => vine.string().trim().minLength(1).maxLength(255).use(visibleName(undefined))
const systemId = () => vine.string().minLength(1).maxLength(64)
const eventType = () => vine.string().minLength(1).maxLength(100)
const optionalFields = () => ({
  description: vine.string().trim().maxLength(5_000).nullable().optional(),
  flowSteps: vine.array(stepShape()).maxLength(mostSteps).optional(),
  validationRules: vine.array(ruleShape()).maxLength(20).optional().meta({
    description: 'Rules that an event must fulfill, read in `event` and `trigger`.',
  }),
  isActive: vine.boolean({ strict: true }).optional(),
})

export const createSystemFlowBody = vine.create({
  name: name(),
  triggerSystemId: systemId(),
  triggerEventType: eventType(),
  ...optionalFields(),
})
createSystemFlowBody.messagesProvider = messages

export const updateSystemFlowBody = vine.create({
  name: name().optional(),
  triggerSystemId: systemId().optional(),
  triggerEventType: eventType().optional(),
  ...optionalFields(),
  baseVersion: baseVersion(),
})
updateSystemFlowBody.messagesProvider = messages

export const systemFlowAnswer = answerShape('SystemFlow', {
  id: vine.string().meta({ description: 'Also the id of its workflow.' }),
  tenantId: vine.string(),
  name: vine.string(),
  description: vine.string().nullable(),
  triggerSystemId: vine.string(),
  triggerEventType: vine.string(),
  flowSteps: vine.array(shownStepShape()),
  validationRules: vine.array(
    namedShape('ValidationRule', {
      value: vine.string(),
      operator: vine.string(),
      other: vine.string().nullable(),
    })
  ),
  isActive: vine.boolean({ strict: true }),
  savedBy: vine.string().nullable().meta({
    description: 'The user whose current permissions its runs have; null: they may do nothing.',
  }),
  savedByName: vine.string().nullable(),
  version: vine.number().withoutDecimals().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
})
