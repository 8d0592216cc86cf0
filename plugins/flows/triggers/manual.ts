import vine from '@vinejs/vine'
import type { Output } from '@crossdock/kernel/shapes'
import type { TriggerType } from '../contracts/index.js'
import { checkInputFields, inputFieldsPart, type InputField } from './input_fields.js'
import { triggerFields, words } from './trigger_fields.js'

const config = vine.create({
  fields: inputFieldsPart(),
  eventTypes: words(triggerFields.eventType()).optional(),
  fileTypes: words(triggerFields.fileType()).optional(),
  folderPaths: words(triggerFields.folderPath()).optional(),
  schedule: triggerFields.schedule(),
  webhookUrl: triggerFields.webhookUrl(),
})

/** Started only by people and programs, with the execute operation. */
export const manual: TriggerType<Output<typeof config>> = {
  label: 'Manual Trigger',
  description: 'People and programs start it',
  icon: 'hand',
  config,
  check: ({ fields }) => checkInputFields(fields),
}

/** Returns the inputs that a workflow asks for when it is started manually. */
export const fieldsAskedFor = ({ triggerType, triggerConfig }: Asking): InputField[] =>
  triggerType === 'manual' && Array.isArray(triggerConfig.fields)
    ? (triggerConfig.fields as InputField[])
    : []

interface Asking {
  triggerType: string
  triggerConfig: Record<string, unknown>
}
