import { text, type FieldError, type Text } from '@crossdock/kernel/ground'
import { contributorOf } from '@crossdock/kernel/plugin'
import { stepTypes, triggerTypes } from '../contracts/index.js'

/** Returns the error for a step type that is not installed. It names the plugin that used to provide the type. */
export const noStepType = (type: string) =>
  unknown('type', stepTypes, type, (plugin, choices) =>
    plugin
      ? text(
          'The step type "{type}" is not available in this installation: its plugin "{plugin}" is not in use. Use one of: {choices}.',
          { type, plugin, choices }
        )
      : text(
          'The step type "{type}" is not available in this installation. Use one of: {choices}.',
          { type, choices }
        )
  )

/** Like `noStepType`, for triggers. */
export const noTrigger = (trigger: string) =>
  unknown('triggerType', triggerTypes, trigger, (plugin, choices) =>
    plugin
      ? text(
          'The trigger "{trigger}" is not available in this installation: its plugin "{plugin}" is not in use. Use one of: {choices}.',
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
  return { field, rule: 'unknown', text: say(contributorOf(point.id, name), choices.join(', ')) }
}
