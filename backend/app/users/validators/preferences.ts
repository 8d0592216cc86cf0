import { answerShape, anything } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

export const setPreferencesBody = vine.create({
  values: vine.record(vine.any().nullable()),
})

export const preferencesAnswer = answerShape('Preferences', { values: vine.record(anything()) })
