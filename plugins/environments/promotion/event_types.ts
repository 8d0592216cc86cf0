import { defineEvent } from '@crossdock/kernel/events'
import { text, type Text } from '@crossdock/kernel/ground'
import vine from '@vinejs/vine'
import { environmentsRead } from '../contracts/permissions.js'

interface Facts {
  source: string
  target: string
  names: string
}

/** The created and changed rows record their own events in addition. */
const promotion = (name: string, description: string, sentence: (facts: Facts) => Text) =>
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
  'A promotion was undone',
  ({ source, target, names }) =>
    text('Undid the promotion of {names} from {source} to {target}', {
      names,
      source,
      target,
    })
)
