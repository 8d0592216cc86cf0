import { text, type FieldError, type Text } from '@crossdock/kernel/http'
import { bringerOf } from '@crossdock/kernel/plugin'
import { stepTypes, triggerTypes } from '../contracts/index.js'

/** What is said of a step of a type that is not installed, with the plugin that once brought it. */
export const noStepType = (type: string) =>
  unknown('type', stepTypes, type, (plugin, choices) =>
    plugin
      ? text(
          'The step type "{type}" is not available in this installation: the plugin "{plugin}", which brings it, is not in use. Use one of: {choices}.',
          { type, plugin, choices }
        )
      : text(
          'The step type "{type}" is not available in this installation. Use one of: {choices}.',
          { type, choices }
        )
  )

/** As `noStepType`. */
export const noTrigger = (trigger: string) =>
  unknown('triggerType', triggerTypes, trigger, (plugin, choices) =>
    plugin
      ? text(
          'The trigger "{trigger}" is not available in this installation: the plugin "{plugin}", which brings it, is not in use. Use one of: {choices}.',
          { trigger, plugin, choices }
        )
      : text(
          'The trigger "{trigger}" is not available in this installation. Use one of: {choices}.',
          { trigger, choices }
        )
  )

function unknown(
  field: string,
  point: { id: string; entries(): [string, unknown][] },
  name: string,
  say: (plugin: string | undefined, choices: string) => Text
): FieldError {
  const choices = point.entries().map(([one]) => one)
  return { field, rule: 'unknown', text: say(bringerOf(point.id, name), choices.join(', ')) }
}
