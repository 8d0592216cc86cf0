import { answerShape } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'

export const bearerBody = vine.create({
  token: vine.string().maxLength(100).optional().meta({
    description: 'The API token, where it is not sent as `Authorization: Bearer`.',
  }),
})

export const bearerAnswer = answerShape('Bearer', {
  accessToken: vine.string(),
  tokenType: vine.literal('Bearer'),
  expiresIn: vine.number().meta({ description: 'seconds' }),
})
