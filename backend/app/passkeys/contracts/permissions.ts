import { definePermission } from '@crossdock/kernel/plugin'

/** Administrators' alone: whoever resets a second factor decides who gets in. */
export const secondFactorsWrite = definePermission('second_factors.write', {
  description:
    'Set the sign-in rules, require a second factor of everybody, and reset those of other people',
  roles: [],
})
