import { answerShape } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

export const bearerBody = vine.create({
  token: vine.string().maxLength(100).optional().meta({
    description: 'The API token, unless you send it as `Authorization: Bearer`.',
  }),
})

export const bearerAnswer = answerShape('Bearer', {
  accessToken: vine.string(),
  tokenType: vine.literal('Bearer'),
  expiresIn: vine.number().meta({ description: 'seconds' }),
})
