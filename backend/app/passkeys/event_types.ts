import { usersRead } from '@crossdock/backend/users'
import { defineEvent } from '@crossdock/kernel/events'
import { text } from '@crossdock/kernel/ground'
import vine from '@vinejs/vine'

const payload = () => vine.object({ name: vine.string(), email: vine.string() })

export const passkeyAdded = defineEvent('passkey_added', {
  description: 'A person added a passkey to sign in with',
  security: true,
  permission: usersRead,
  payload: payload(),
  activity: ({ name, email }) => text('{email} added the passkey {name}', { name, email }),
})

export const passkeyRemoved = defineEvent('passkey_removed', {
  description: 'A person removed a passkey',
  security: true,
  permission: usersRead,
  payload: payload(),
  activity: ({ name, email }) => text('{email} removed the passkey {name}', { name, email }),
})

export const passkeyRenamed = defineEvent('passkey_renamed', {
  description: 'A person gave a passkey another name',
  permission: usersRead,
  payload: payload(),
})

export const passkeySuspected = defineEvent('passkey_suspected', {
  description: 'The use counter of a passkey went backwards: the passkey may have been copied',
  security: true,
  permission: usersRead,
  payload: payload(),
  activity: ({ name, email }) =>
    text('The passkey {name} of {email} may have been copied and was refused', { name, email }),
})

export const secondFactorChanged = defineEvent('second_factor_changed', {
  description: 'A person turned their second factor on or off',
  security: ['required'],
  permission: usersRead,
  payload: vine.object({ email: vine.string(), required: vine.boolean() }),
  activity: ({ email, required }) =>
    required
      ? text('{email} turned the second factor on', { email })
      : text('{email} turned the second factor off', { email }),
})

export const recoveryCodesMade = defineEvent('recovery_codes_made', {
  description: 'A person made new recovery codes',
  security: true,
  permission: usersRead,
  payload: vine.object({ email: vine.string() }),
  activity: ({ email }) => text('{email} made new recovery codes', { email }),
})

export const recoveryCodeUsed = defineEvent('recovery_code_used', {
  description: 'A person used a recovery code to sign in or to confirm who they are',
  security: true,
  permission: usersRead,
  payload: vine.object({ email: vine.string() }),
  activity: ({ email }) => text('{email} used a recovery code', { email }),
})

export const secondFactorReset = defineEvent('second_factor_reset', {
  description:
    'The passkeys and recovery codes of a person were reset, because the person lost them',
  security: true,
  permission: usersRead,
  payload: vine.object({ email: vine.string() }),
  activity: ({ email }) => text('Reset the second factor of {email}', { email }),
})

export const secondFactorRuleChanged = defineEvent('second_factor_rule_changed', {
  description: 'An organization began or stopped requiring a second factor of its people',
  security: ['required'],
  permission: usersRead,
  payload: vine.object({ required: vine.boolean() }),
  activity: ({ required }) =>
    required
      ? text('Required a second factor of everyone')
      : text('Stopped requiring a second factor'),
})
