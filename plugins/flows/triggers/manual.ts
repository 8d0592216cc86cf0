import type { TriggerType } from '../contracts/index.js'

/** Only people and programs start it, by the execute operation. */
export const manual: TriggerType = {
  label: 'Manual Trigger',
  validate: () => [],
}
