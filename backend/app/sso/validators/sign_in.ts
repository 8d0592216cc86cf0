import { namedShape } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

export const providersQuery = vine.create({
  organization: vine.string().trim().maxLength(255).optional(),
})

export const providersAnswer = vine.create(
  vine.array(
    namedShape('SignInProvider', {
      id: vine.string(),
      name: vine.string(),
      isOnly: vine.boolean({ strict: true }).meta({
        description: 'Whether people of the organization sign in by its providers only.',
      }),
    })
  )
)

export const logoutAnswer = vine.create(
  namedShape('ProviderSignOut', { url: vine.string().nullable() })
)

/** Providers may send more fields, which are ignored. */
export const backChannelBody = vine.create(
  vine.object({ logout_token: vine.string().maxLength(8_000) }).allowUnknownProperties()
)

export const backChannelAnswer = vine.create(namedShape('BackChannelLogout', {}))
