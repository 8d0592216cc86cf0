import { defineEvent } from '@crossdock/kernel/events'
import { text, type Text } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { environmentsRead } from '../contracts/permissions.js'

interface Told {
  source: string
  target: string
  names: string
}

/** Everything it makes and changes tells of itself, too. */
const promotion = (name: string, description: string, sentence: (told: Told) => Text) =>
  defineEvent(name, {
    description,
    security: true,
    permission: environmentsRead,
    payload: vine.object({
      source: vine.string().meta({ description: 'Name of the environment it comes from.' }),
      target: vine.string(),
      targetId: vine.string(),
      names: vine.string().meta({ description: 'The workflows.' }),
    }),
    activity: sentence,
  })

export const promotionApplied = promotion(
  'promotion_applied',
  'Workflows were promoted from one environment to another',
  ({ source, target, names }) =>
    text('Promoted {names} from {source} to {target}', { names, source, target })
)

export const promotionUndone = promotion(
  'promotion_undone',
  'A promotion was taken back',
  ({ source, target, names }) =>
    text('Took back the promotion of {names} from {source} to {target}', {
      ...{ names, source, target },
    })
)
