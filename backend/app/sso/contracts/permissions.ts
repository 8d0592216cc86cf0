import { definePermission } from '@crossdock/kernel/plugin'

/** Only for administrators: a person who controls sign-in can sign in as anyone. */
export const ssoRead = definePermission('sso.read', {
  description: 'See how people sign in by an identity provider',
  roles: [],
})

export const ssoWrite = definePermission('sso.write', {
  description: 'Set up, test and switch single sign-on',
  roles: [],
})
