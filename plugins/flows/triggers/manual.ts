import vine from '@vinejs/vine'
import type { Output } from '@crossdock/kernel/shapes'
import type { TriggerType } from '../contracts/index.js'
import { checkInputFields, inputFieldsPart } from '../definition/input_fields.js'
import { triggerFields, words } from '../definition/trigger_fields.js'

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
