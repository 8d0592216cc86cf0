import { Limit } from '@crossdock/kernel/limits'

const minutes = 60

/** Sign-ins begun by one network; a whole office may share its address. */
export const beginningsPerClient = new Limit({
  name: 'sso.begin',
  points: 100,
  seconds: 10 * minutes,
})
/** Sign-ins begun with one provider by all networks: each may cause a request to the provider, and stores a row. */
export const beginningsPerProvider = new Limit({
  name: 'sso.begin.provider',
  points: 3_000,
  seconds: 10 * minutes,
})
/** Refused answers of providers, from one network. */
export const failuresPerClient = new Limit({
  name: 'sso.failures',
  points: 50,
  seconds: 10 * minutes,
})
/** Refused logout tokens, from one network. */
export const logoutsRefusedPerClient = new Limit({
  name: 'sso.logout.refused',
  points: 50,
  seconds: 10 * minutes,
})
/** Tests of connections by one tenant: each makes several calls. */
export const testsPerTenant = new Limit({ name: 'sso.test', points: 30, seconds: 10 * minutes })
/** Lookups of providers by one network: the sign-in page makes one for each organization that is typed. */
export const lookupsPerClient = new Limit({
  name: 'sso.lookup',
  points: 300,
  seconds: 10 * minutes,
})
