import { Limit } from '@crossdock/kernel/http'

const minutes = 60

/** Ways to a provider one network may begin; a whole office may share its address. */
export const beginningsPerClient = new Limit({
  name: 'sso.begin',
  points: 100,
  seconds: 10 * minutes,
})
/** The same to one provider from wherever: each may have us ask the provider, and keeps a row for a while. */
export const beginningsPerProvider = new Limit({
  name: 'sso.begin.provider',
  points: 3_000,
  seconds: 10 * minutes,
})
/** Answers of providers that were refused, from one network. */
export const failuresPerClient = new Limit({
  name: 'sso.failures',
  points: 50,
  seconds: 10 * minutes,
})
/** Logout tokens that were refused, from one network. */
export const logoutsRefusedPerClient = new Limit({
  name: 'sso.logout.refused',
  points: 50,
  seconds: 10 * minutes,
})
/** Tests of connections by one tenant: each makes several calls. */
export const testsPerTenant = new Limit({ name: 'sso.test', points: 30, seconds: 10 * minutes })
/** Organizations one network may ask the providers of: a look for each that is typed on the sign-in page. */
export const lookupsPerClient = new Limit({
  name: 'sso.lookup',
  points: 300,
  seconds: 10 * minutes,
})
