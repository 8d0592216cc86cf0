import { answerShape, instant, plainName } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

export const placeBody = vine.create({
  name: vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(255)
    .use(plainName({ dotted: false })),
})

export const placeAnswer = answerShape('Place', {
  id: vine.string(),
  name: vine.string(),
  createdAt: instant(),
})
