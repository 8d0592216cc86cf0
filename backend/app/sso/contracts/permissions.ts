import { definePermission } from '@crossdock/kernel/plugin'

/** Administrators' alone: who says who people are can be anybody. */
export const ssoRead = definePermission('sso.read', {
  description: 'See how people sign in by an identity provider',
  roles: [],
})

export const ssoWrite = definePermission('sso.write', {
  description: 'Set up, test and switch single sign-on',
  roles: [],
})
