import type { Output } from '@crossdock/kernel/shapes'
import { part } from '@crossdock/kernel/kinds'
import { StepFailed, type StepType } from '@crossdock/flows/contracts'
import vine from '@vinejs/vine'
import { followPlace } from '../actions/follow_place.js'
import { weatherRead, weatherWrite } from '../contracts/index.js'
import { isFollowed } from '../queries/places.js'

const config = vine.create({
  place: part(vine.string().trim().minLength(1).maxLength(255), {
    title: 'Place',
    description: 'Its forecasts are shown under Integrations.',
    examples: ['Rotterdam'],
  }),
})

/** A step that follows a place. A step is one file; its form comes from its schema. */
export const followPlaceStep: StepType<Output<typeof config>> = {
  label: 'Follow a place',
  description: 'Follows the weather of a place from then on',
  icon: 'cloud-sun',
  config,
  outputPermission: weatherRead,
  permissions: [weatherWrite],
  async run({ step: { config } }) {
    if (await isFollowed(config.place)) {
      throw new StepFailed(`You follow "${config.place}" already.`, { retryable: false })
    }
    return {
      output: { place: config.place },
      // Commits together with the end of the step, so it happens exactly once.
      async save() {
        await followPlace({ name: config.place })
      },
    }
  },
}
