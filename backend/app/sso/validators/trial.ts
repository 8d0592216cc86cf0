import { answerShape, instant, namedShape, openEnum, type Output } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { failureCodes } from '../provider/failures.js'

export const trialBegunAnswer = answerShape('OauthTrialBegun', {
  url: vine.string().meta({ description: 'The address to send this browser to.' }),
})

export const trialAnswer = answerShape('OauthTrial', {
  failure: openEnum(failureCodes).nullable().meta({
    description: 'Why the sign-in would fail; null: it would succeed, and the provider is proven.',
  }),
  claims: vine.array(
    namedShape('OauthClaim', {
      name: vine.string(),
      value: vine
        .string()
        .meta({ description: 'A text as it is, other values as JSON; cut at 300 characters.' }),
    })
  ),
  person: vine
    .object({
      email: vine.string(),
      firstName: vine.string().nullable(),
      lastName: vine.string().nullable(),
      isNew: vine.boolean({ strict: true }),
    })
    .nullable()
    .meta({ title: 'OauthTrialPerson' }),
  role: vine
    .string()
    .nullable()
    .meta({ description: 'The key of the role that the person would get.' }),
  at: instant(),
})
export type Trial = Output<typeof trialAnswer>
