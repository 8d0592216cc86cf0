import { Limit } from '@crossdock/kernel/limits'

const minutes = 60

/** Logos that one tenant may set. The server decodes each of them. */
export const logosPerTenant = new Limit({
  name: 'branding.logo',
  points: 30,
  seconds: 10 * minutes,
})
/** DNS lookups for the domain of one tenant, which may choose a slow DNS server. */
export const lookupsPerTenant = new Limit({
  name: 'branding.domain',
  points: 30,
  seconds: 10 * minutes,
})
/** Branding and domain requests of one network. */
export const readsPerClient = new Limit({
  name: 'branding.read',
  points: 600,
  seconds: 10 * minutes,
})
