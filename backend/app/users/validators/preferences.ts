import { answerShape, anything } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'

export const setPreferencesBody = vine.create({
  values: vine.record(vine.any().nullable()),
})

export const preferencesAnswer = answerShape('Preferences', { values: vine.record(anything()) })
