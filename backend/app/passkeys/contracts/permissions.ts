import { definePermission } from '@crossdock/kernel/plugin'

/** Only for administrators: a person who resets second factors decides who can sign in. */
export const secondFactorsWrite = definePermission('second_factors.write', {
  description:
    'Set the sign-in rules, require a second factor of everyone, and reset second factors of other people',
  roles: [],
})
